import type { CallHead } from './call.store.ts'

/** A call as its row says it. */
interface WrittenHead extends Pick<CallHead, 'id' | 'purpose' | 'subservice' | 'micros' | 'records' | 'failed'> {
  readonly engine_id: string
  readonly version_id: string
  readonly at: string
  readonly caller_kind: CallHead['callerKind']
  readonly caller_id: string | null
  readonly caller_name: string
  readonly source_system: string
  readonly correlation_id: string
  readonly engine_type: CallHead['engineType']
  readonly record_call_ids: readonly string[] | null
}

/** Writes calls as JSON, without their texts. */
export type WriteHead = (head: CallHead, at: string) => string

/** Written out by hand, because there is one for every call; ids and kinds need no escapes. */
export function headWriter(): WriteHead {
  let last: { readonly head: CallHead; readonly text: string } | undefined
  return (head, at) => {
    // Most of it is the same from one call to the next.
    if (last === undefined || !isAlike(last.head, head)) last = { head, text: sameText(head) }
    const ids = head.recordCallIds === null ? 'null' : JSON.stringify(head.recordCallIds)
    return (
      `{"id":"${head.id}","at":"${at}",${last.text},"correlation_id":${JSON.stringify(head.correlationId)},` +
      `"micros":${head.micros},"records":${head.records},"record_call_ids":${ids},"failed":${head.failed}}`
    )
  }
}

export function readHead(text: string, productOf: (engineId: string) => string): CallHead {
  const row = JSON.parse(text) as WrittenHead
  return {
    id: row.id,
    productId: productOf(row.engine_id),
    engineId: row.engine_id,
    versionId: row.version_id,
    at: new Date(row.at),
    callerKind: row.caller_kind,
    callerId: row.caller_id,
    callerName: row.caller_name,
    purpose: row.purpose,
    sourceSystem: row.source_system,
    correlationId: row.correlation_id,
    subservice: row.subservice,
    engineType: row.engine_type,
    micros: row.micros,
    records: row.records,
    recordCallIds: row.record_call_ids,
    failed: row.failed,
  }
}

function isAlike(one: CallHead, other: CallHead): boolean {
  return (
    one.engineId === other.engineId &&
    one.versionId === other.versionId &&
    one.callerId === other.callerId &&
    one.callerKind === other.callerKind &&
    one.callerName === other.callerName &&
    one.purpose === other.purpose &&
    one.sourceSystem === other.sourceSystem &&
    one.subservice === other.subservice &&
    one.engineType === other.engineType
  )
}

function sameText(call: CallHead): string {
  const callerId = call.callerId === null ? 'null' : `"${call.callerId}"`
  return (
    `"engine_id":"${call.engineId}","version_id":"${call.versionId}","caller_kind":"${call.callerKind}",` +
    `"caller_id":${callerId},"caller_name":${JSON.stringify(call.callerName)},` +
    `"purpose":${JSON.stringify(call.purpose)},"source_system":${JSON.stringify(call.sourceSystem)},` +
    `"subservice":${JSON.stringify(call.subservice)},"engine_type":"${call.engineType}"`
  )
}
