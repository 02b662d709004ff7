import type { EnginePort } from '@sheetwright/contract/engines/interface.ts'

const numbers: ReadonlySet<string> = new Set(['number', 'integer', 'percent', 'currency'])

/** Whether the API represents values of a port as numbers: dates and times are text, a block is a list. */
export function isNumberType(type: EnginePort['type']): boolean {
  return type !== undefined && numbers.has(type)
}
