import type { executeEngine } from '@sheetwright/contract/execution/execute-engine.ts'
import type { ResultOf } from '@sheetwright/contract/call.ts'
import { errorTypeOf } from './error-type.ts'
import type { Message } from '@sheetwright/runtime/engine/call.ts'

export type RunResult = ResultOf<typeof executeEngine>

export function validationErrorOf(error: Message): RunResult['validationErrors'][number] {
  const { key, message, cell = '' } = error
  return { sourcePath: cell, message, additionalDetails: key, errorType: errorTypeOf(error) }
}
