import { getExecution } from '@sheetwright/contract/call-log/get-execution.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { findEngineById } from '../engines/engine.store.ts'
import { callsFor } from './call.access.ts'
import { engineOfCall, findCall } from './call.store.ts'
import { serviceCallAnswer } from './service-call-answer.ts'
import { succeeded } from './service-log.ts'

export const getExecutionHandler = handle(getExecution, async ({ caller, params, services: { db, execution } }) => {
  await execution.calls.flush(caller.tenantId)
  return db.inTenant(caller.tenantId, async (tx) => {
    const engineId = await engineOfCall(tx, params.call)
    const engine = engineId && (await findEngineById(tx, caller, engineId))
    const call = engine && (await findCall(tx, { engineId, madeBy: callsFor(caller, engine) }, params.call))
    if (!engine || !call) throw new CallError('CALL_NOT_FOUND', `There is no call ${params.call}`)
    const { id: service_id, serviceName: service_name, productName: folder_name } = engine
    const found = { service_id, service_name, folder_name, ...serviceCallAnswer(call) }
    return { ...succeeded, response_data: JSON.stringify(found) }
  })
})
