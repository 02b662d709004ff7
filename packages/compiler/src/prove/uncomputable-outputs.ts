import type { EngineResult } from '@sheetwright/runtime/engine/call.ts'

/** Names of the outputs that depend on something uncomputable (VBA, external services). */
export function uncomputableOutputs({ outputs, errors }: Pick<EngineResult, 'outputs' | 'errors'>): string[] {
  const failed = new Set(errors.filter(({ message }) => message.startsWith('Cannot be computed')).map(({ key }) => key))
  return Object.keys(outputs).filter((name) => failed.has(name))
}
