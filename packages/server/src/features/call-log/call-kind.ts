import type { CallHead } from './call-head.ts'

/** Fields that many calls share: all but id, time, correlation id and duration. */
export type CallKind = Omit<CallHead, 'id' | 'at' | 'correlationId' | 'micros'>

/** How many of the latest kinds are searched for a match. */
const latest = 8

/** The distinct kinds of a group of calls, in order of first use. Most calls match one of the latest kinds. */
export class CallKinds {
  private readonly kinds: CallKind[] = []

  /** The number of the call's kind, from 1. */
  numberOf(head: CallHead): number {
    const kinds = this.kinds
    const from = Math.max(0, kinds.length - latest)
    for (let index = kinds.length - 1; index >= from; index--)
      if (isOf(kinds[index] as CallKind, head)) return index + 1
    return kinds.push(kindOf(head))
  }

  at(number: number): CallKind {
    return this.kinds[number - 1] as CallKind
  }

  /** The kinds as a JSON list with the columns of their rows. */
  json(): string {
    return JSON.stringify(
      this.kinds.map((kind) => ({
        engine_id: kind.engineId,
        version_id: kind.versionId,
        caller_kind: kind.callerKind,
        caller_id: kind.callerId,
        caller_name: kind.callerName,
        purpose: kind.purpose,
        source_system: kind.sourceSystem,
        subservice: kind.subservice,
        engine_type: kind.engineType,
        records: kind.records,
        record_call_ids: kind.recordCallIds,
        has_errors: kind.failed > 0,
      })),
    )
  }
}

function isOf(kind: CallKind, head: CallHead): boolean {
  return (
    kind.engineId === head.engineId &&
    kind.versionId === head.versionId &&
    kind.callerId === head.callerId &&
    kind.callerKind === head.callerKind &&
    kind.callerName === head.callerName &&
    kind.purpose === head.purpose &&
    kind.sourceSystem === head.sourceSystem &&
    kind.subservice === head.subservice &&
    kind.engineType === head.engineType &&
    kind.records === head.records &&
    kind.recordCallIds === head.recordCallIds &&
    kind.failed === head.failed &&
    kind.warnings === head.warnings &&
    kind.productId === head.productId
  )
}

function kindOf(head: CallHead): CallKind {
  const { id: _id, at: _at, correlationId: _correlationId, micros: _micros, ...kind } = head
  return kind
}
