import type { EnginePort } from '@sheetwright/contract/engines/interface.ts'

const numbers: ReadonlySet<string> = new Set(['number', 'integer', 'percent', 'currency'])

/** Whether values of a port travel as numbers: dates and times travel as text, a block as a list. */
export function isNumberType(type: EnginePort['type']): boolean {
  return type !== undefined && numbers.has(type)
}
