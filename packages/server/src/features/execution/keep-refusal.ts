import { newId } from '../../platform/db/new-id.ts'
import { keepCall, type KeptCall } from '../call-log/kept-call.store.ts'
import { keptFailure } from './kept-failure.ts'
import type { Execution } from './execution.ts'
import { type RefusedEngine, RefusedExecution } from './refused-execution.ts'

type Refused = Pick<KeptCall, 'tenantId' | 'at' | 'caller' | 'marks' | 'subservice' | 'requestText'>

/**
 * Logs a refused call whose engine is known, so that its owner sees who was refused: the one given, or the one of a
 * call that found no version to run.
 */
export async function keepRefusal(
  { calls }: Pick<Execution, 'calls'>,
  call: Refused,
  error: unknown,
  engine: RefusedEngine | undefined = error instanceof RefusedExecution ? error.engine : undefined,
): Promise<void> {
  const responseText = keptFailure(error)
  if (engine === undefined || responseText === undefined) return
  const { id: engineId, productId, engineType, maskedInputs } = engine
  const version = { id: null, engineId, productId, engineType, auditCalls: false, maskedInputs }
  const requestText = asJson(call.requestText)
  await keepCall(calls, {
    ...call,
    requestText,
    callId: newId(call.at.getTime()),
    version,
    responseText,
    failed: 1,
    micros: 0,
  })
}

/** The log takes JSON: a text that is none, or was not parsed to its end, is stored as a JSON string. */
export function asJson(text: string): string {
  if (text === '') return '{}'
  try {
    JSON.parse(text)
    return text
  } catch {
    return JSON.stringify(text)
  }
}
