import type { CallerIdentity } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import type { EngineAddress } from '../engines/engine.store.ts'
import { detailOf } from './call-answer.ts'
import { requireCall } from './require-call.ts'

/** What a call was given and gave, for features that compute it again. */
export async function loggedValues(
  services: Services,
  caller: Exclude<CallerIdentity, { kind: 'anyone' }>,
  address: EngineAddress,
  callId: string,
): Promise<{ readonly inputs: unknown; readonly outputs: unknown }> {
  const { engine, call } = await requireCall(services, caller, address, callId)
  const { inputs, outputs } = detailOf(call, engine.serviceName, callId)
  return { inputs, outputs }
}
