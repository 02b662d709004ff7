import { CallError } from '../../platform/http/call-error.ts'
import type { CallerIdentity } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { requireEngine } from '../engines/engine.access.ts'
import type { EngineAddress, StoredEngine } from '../engines/engine.store.ts'
import { callsFor } from './call.access.ts'
import { findCall, type WholeCall } from './call.store.ts'

/** The call, if it is of the engine and the caller may see it. */
export async function requireCall(
  { db, execution }: Services,
  caller: Exclude<CallerIdentity, { kind: 'anyone' }>,
  address: EngineAddress,
  callId: string,
): Promise<{ engine: StoredEngine; call: WholeCall }> {
  await execution.calls.flush(caller.tenantId)
  return db.inTenant(caller.tenantId, async (tx) => {
    const engine = await requireEngine(tx, caller, address, 'read')
    const call = await findCall(tx, { engineId: engine.id, madeBy: callsFor(caller, engine) }, callId)
    if (call === undefined) throw new CallError('CALL_NOT_FOUND', `The engine has no call ${callId}`)
    return { engine, call }
  })
}
