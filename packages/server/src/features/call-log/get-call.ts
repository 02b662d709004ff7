import { getCall } from '@sheetwright/contract/call-log/get-call.ts'
import { handle } from '../../platform/http/handle.ts'
import { detailOf } from './call-answer.ts'
import { requireCall } from './require-call.ts'

export const getCallHandler = handle(getCall, async ({ caller, params, services }) => {
  const { engine, call } = await requireCall(services, caller, params, params.call)
  return detailOf(call, engine.serviceName, params.call)
})
