import { getServiceCall } from '@sheetwright/contract/call-log/get-service-call.ts'
import { handle } from '../../platform/http/handle.ts'
import { requireCall } from './require-call.ts'
import { addressOf, succeeded } from './service-log.ts'

export const getServiceCallHandler = handle(getServiceCall, async ({ caller, params, body, services }) => {
  const callId = body.request_data.call_id
  const { call } = await requireCall(services, caller, addressOf(params), callId)
  return {
    ...succeeded,
    response_data: {
      call_id: call.id,
      timestamp: call.at.toISOString(),
      version_id: call.versionId,
      version: call.revision,
      username: call.callerName,
      call_purpose: call.purpose,
      source_system: call.sourceSystem,
      correlation_id: call.correlationId,
      process_time: call.micros / 1000,
      is_batch_call: call.recordCallIds !== null,
      request: JSON.parse(call.request) as unknown,
      response: JSON.parse(call.response) as unknown,
    },
  }
})
