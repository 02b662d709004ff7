import { newId } from '../../platform/db/new-id.ts'
import { keepCall, type KeptCall } from '../call-log/kept-call.store.ts'
import { keptFailure } from './kept-failure.ts'
import type { Execution } from './execution.ts'
import { RefusedExecution } from './refused-execution.ts'

type Refused = Pick<KeptCall, 'tenantId' | 'at' | 'caller' | 'marks' | 'subservice' | 'requestText'>

/** Logs a refused call whose engine is known but has no version to run, so that its owner sees who was refused. */
export async function keepRefusal({ calls }: Pick<Execution, 'calls'>, call: Refused, error: unknown): Promise<void> {
  const responseText = keptFailure(error)
  if (!(error instanceof RefusedExecution) || responseText === undefined) return
  const { id: engineId, productId, engineType, maskedInputs } = error.engine
  const version = { id: null, engineId, productId, engineType, auditCalls: false, maskedInputs }
  await keepCall(calls, { ...call, callId: newId(call.at.getTime()), version, responseText, failed: 1, micros: 0 })
}
