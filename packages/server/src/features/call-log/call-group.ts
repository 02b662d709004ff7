import { isoClock } from '../../platform/telemetry/iso-clock.ts'
import type { UsageCount, CallHead } from './call.store.ts'
import { SpareBuffers } from './spare-buffers.ts'

/** Where a call of a group lies in the bytes. Nothing else of it is kept: so much of it would outlive its moment. */
export interface GroupedCall {
  readonly from: number
  readonly to: number
  /** How long the parts are of what is written of it, in characters. */
  readonly headLength: number
  readonly requestLength: number
  /** Told when the row is on disk, or that it could not be written now. */
  readonly durable: { readonly resolve: () => void; readonly reject: (error: unknown) => void } | undefined
}

/** No text takes more bytes for a character than this; longer ones are measured. */
const mostBytes = 3
const short = 16 * 1024
const betweenTexts = ',"response":'

/**
 * Calls of one tenant that are written together. What is written of them stands as JSON in memory outside the heap as soon
 * as they come in: so nothing of what travelled has to be kept alive, and writing a group holds up nobody.
 */
export class CallGroup {
  readonly calls: GroupedCall[] = []
  readonly #counts = new Map<string, UsageCount>()
  #lastCount: UsageCount | undefined
  #last: { readonly head: CallHead; readonly text: string } | undefined
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
    const from = this.#length
    const text = this.#headText(head)
    const to = this.#write(`${text}${request}${betweenTexts}${response}}`)
    this.calls.push({ from, to, headLength: text.length, requestLength: request.length, durable })
    this.#count(head)
  }

  headOf(call: GroupedCall): CallHead {
    const row = JSON.parse(`${this.#textOf(call).slice(0, call.headLength)}null}`) as WrittenHead
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

  requestOf(call: GroupedCall): string {
    return this.#textOf(call).slice(call.headLength, call.headLength + call.requestLength)
  }

  responseOf(call: GroupedCall): string {
    return this.#textOf(call).slice(call.headLength + call.requestLength + betweenTexts.length, -1)
  }

  /** Its memory is used again from now on. */
  release(): void {
    this.#spare.give(this.#bytes)
    this.#bytes = Buffer.alloc(0)
  }

  /** Encoding keeps the number of characters, also of halves of a pair, which nothing stands for in the bytes. */
  #textOf({ from, to }: GroupedCall): string {
    return this.#bytes.toString('utf8', from, to)
  }

  /** A call as JSON, up to its request. Written out, because there is one for every call; ids and kinds need no escapes. */
  #headText(head: CallHead): string {
    const { id, at, correlationId, micros, records, recordCallIds, failed } = head
    const ids = recordCallIds === null ? 'null' : JSON.stringify(recordCallIds)
    return (
      `{"id":"${id}","at":"${this.#timeText(at.getTime())}",${this.#sameText(head)},` +
      `"correlation_id":${JSON.stringify(correlationId)},"micros":${micros},"records":${records},` +
      `"record_call_ids":${ids},"failed":${failed},"request":`
    )
  }

  /** What is mostly the same from one call to the next. */
  #sameText(head: CallHead): string {
    if (this.#last === undefined || !isAlike(this.#last.head, head)) this.#last = { head, text: sameText(head) }
    return this.#last.text
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
