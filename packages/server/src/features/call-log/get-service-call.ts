import { getServiceCall } from '@sheetwright/contract/call-log/get-service-call.ts'
import { handle } from '../../platform/http/handle.ts'
import { requireCall } from './require-call.ts'
import { serviceCallAnswer } from './service-call-answer.ts'
import { addressOf, succeeded } from './service-log.ts'

export const getServiceCallHandler = handle(getServiceCall, async ({ caller, params, body, services }) => {
  const { call } = await requireCall(services, caller, addressOf(params), body.request_data.call_id)
  return { ...succeeded, response_data: serviceCallAnswer(call) }
})
