import { isoClock } from '../../platform/telemetry/iso-clock.ts'
import type { UsageCount, CallHead } from './call.store.ts'
import { SpareBuffers } from './spare-buffers.ts'

/** Where a call of a group lies in the bytes. Nothing else of it is kept: so much of it would outlive its moment. */
export interface GroupedCall {
  readonly from: number
  readonly requestFrom: number
  readonly requestTo: number
  readonly responseTo: number
  /** Told when the row is on disk, or that it could not be written now. */
  readonly durable: { readonly resolve: () => void; readonly reject: (error: unknown) => void } | undefined
}

/** No text takes more bytes for a character than this; longer ones are measured. */
const mostBytes = 3
const short = 16 * 1024

/**
 * Calls of one tenant that are written together. What is written of them stands as JSON in memory outside the heap as soon
 * as they come in: so nothing of what travelled has to be kept alive, and writing a group holds up nobody.
 */
export class CallGroup {
  readonly calls: GroupedCall[] = []
  readonly #counts = new Map<string, UsageCount>()
  #lastCount: UsageCount | undefined
  readonly #timeText = isoClock()
  readonly #spare: SpareBuffers
  #bytes: Buffer
  #length = 0

  constructor(spare = new SpareBuffers()) {
    this.#spare = spare
    this.#bytes = spare.take()
  }

  /** How many bytes it holds. */
  get length(): number {
    return this.#length
  }

  /** The rows, as a JSON list. */
  get json(): Buffer {
    const end = this.#write(']')
    this.#length -= 1
    return this.#bytes.subarray(0, end)
  }

  get counts(): Iterable<UsageCount> {
    return this.#counts.values()
  }

  add(head: CallHead, request: string, response: string, durable: GroupedCall['durable']): void {
    this.#write(this.calls.length === 0 ? '[' : ',')
    const text = headText(head, this.#timeText(head.at.getTime()))
    // Room for all of a long one is made once.
    const longest = text.length + request.length + response.length
    if (longest > short && this.#length + longest > this.#bytes.length) this.#grow(this.#length + longest + short)
    const from = this.#length
    this.#write(text)
    const requestFrom = this.#length
    const requestTo = this.#write(request)
    this.#write(',"response":')
    const responseTo = this.#write(response)
    this.#write('}')
    this.calls.push({ from, requestFrom, requestTo, responseTo, durable })
    this.#count(head)
  }

  headOf({ from, requestFrom }: GroupedCall): CallHead {
    const row = JSON.parse(`${this.#bytes.toString('utf8', from, requestFrom)}null}`) as WrittenHead
    const { engine_id: engineId } = row
    return {
      id: row.id,
      productId: this.#counts.values().find((count) => count.engineId === engineId)?.productId ?? '',
      engineId,
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

  requestOf({ requestFrom, requestTo }: GroupedCall): string {
    return this.#bytes.toString('utf8', requestFrom, requestTo)
  }

  responseOf({ requestTo, responseTo }: GroupedCall): string {
    return this.#bytes.toString('utf8', requestTo + ',"response":'.length, responseTo)
  }

  /** Its memory is used again from now on. */
  release(): void {
    this.#spare.give(this.#bytes)
    this.#bytes = Buffer.alloc(0)
  }

  /** Answers where the text ends. */
  #write(text: string): number {
    const most = text.length < short ? text.length * mostBytes : Buffer.byteLength(text)
    if (this.#length + most > this.#bytes.length) this.#grow(this.#length + most)
    this.#length += this.#bytes.write(text, this.#length, 'utf8')
    return this.#length
  }

  #grow(needed: number): void {
    const larger = this.#spare.take(Math.max(needed, this.#bytes.length * 2))
    this.#bytes.copy(larger, 0, 0, this.#length)
    this.#spare.give(this.#bytes)
    this.#bytes = larger
  }

  #count(head: CallHead): void {
    const count = this.#countOf(head)
    count.calls += 1
    count.records += head.records
    count.failed += head.failed
    count.micros += head.micros
  }

  #countOf({ engineId, productId, at, purpose }: CallHead): UsageCount {
    const day = Math.floor(at.getTime() / dayMs)
    const last = this.#lastCount
    // Those that come one after the other are mostly of the same engine.
    if (last?.engineId === engineId && last.day === day && last.purpose === purpose) return last
    const key = `${engineId} ${day} ${purpose}`
    const count = this.#counts.get(key) ?? newCount({ engineId, productId, day, purpose })
    this.#counts.set(key, count)
    this.#lastCount = count
    return count
  }
}

const dayMs = 86_400_000

/** The counts of one call. */
export function countOf({ engineId, productId, at, purpose, records, failed, micros }: CallHead): UsageCount {
  const day = Math.floor(at.getTime() / dayMs)
  return { ...newCount({ engineId, productId, day, purpose }), calls: 1, records, failed, micros }
}

function newCount(of: Pick<UsageCount, 'engineId' | 'productId' | 'day' | 'purpose'>): UsageCount {
  return { ...of, calls: 0, records: 0, failed: 0, micros: 0 }
}

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

/** A call as JSON, up to its request. Written out, because there is one for every call; ids and kinds need no escapes. */
function headText(call: CallHead, at: string): string {
  const callerId = call.callerId === null ? 'null' : `"${call.callerId}"`
  const ids = call.recordCallIds === null ? 'null' : JSON.stringify(call.recordCallIds)
  return (
    `{"id":"${call.id}","engine_id":"${call.engineId}","version_id":"${call.versionId}","at":"${at}",` +
    `"caller_kind":"${call.callerKind}","caller_id":${callerId},"caller_name":${JSON.stringify(call.callerName)},` +
    `"purpose":${JSON.stringify(call.purpose)},"source_system":${JSON.stringify(call.sourceSystem)},` +
    `"correlation_id":${JSON.stringify(call.correlationId)},"subservice":${JSON.stringify(call.subservice)},` +
    `"engine_type":"${call.engineType}","micros":${call.micros},"records":${call.records},"record_call_ids":${ids},` +
    `"failed":${call.failed},"request":`
  )
}
