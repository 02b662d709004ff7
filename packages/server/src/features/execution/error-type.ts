import type { Message } from '@sheetwright/runtime/engine/call.ts'

/** The error type of a message: the Excel error, something not computable, or a refused input. */
export function errorTypeOf({ message, cell }: Message): string {
  const excel = /^The result is the Excel error (#\S+)\.$/.exec(message)?.[1]
  if (excel !== undefined) return excel
  if (message.startsWith('Cannot be computed')) return 'NOT_COMPUTABLE'
  return cell === undefined ? 'EXECUTION' : 'VALIDATION'
}
