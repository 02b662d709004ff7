import type { WholeCall } from './call.store.ts'

/** A call in the format of existing clients. */
export function serviceCallAnswer(call: WholeCall) {
  return {
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
  }
}
