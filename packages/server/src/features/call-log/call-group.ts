import { isoClock } from '../../platform/telemetry/iso-clock.ts'
import type { UsageCount, CallHead } from './call.store.ts'

/** A call of a group, and where its texts lie in the bytes. */
export interface GroupedCall {
  readonly head: CallHead
  readonly requestFrom: number
  readonly requestTo: number
  readonly responseTo: number
  /** Told when the row is on disk, or that it could not be written now. */
  readonly durable: { readonly resolve: () => void; readonly reject: (error: unknown) => void } | undefined
}

const firstCapacity = 32 * 1024
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
  #bytes = Buffer.allocUnsafeSlow(firstCapacity)
  #length = 0

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
    this.#write(text)
    const requestFrom = this.#length
    const requestTo = this.#write(request)
    this.#write(',"response":')
    const responseTo = this.#write(response)
    this.#write('}')
    this.calls.push({ head, requestFrom, requestTo, responseTo, durable })
    this.#count(head)
  }

  requestOf({ requestFrom, requestTo }: GroupedCall): string {
    return this.#bytes.toString('utf8', requestFrom, requestTo)
  }

  responseOf({ requestTo, responseTo }: GroupedCall): string {
    return this.#bytes.toString('utf8', requestTo + ',"response":'.length, responseTo)
  }

  /** Answers where the text ends. */
  #write(text: string): number {
    const most = text.length < short ? text.length * mostBytes : Buffer.byteLength(text)
    if (this.#length + most > this.#bytes.length) this.#grow(this.#length + most)
    this.#length += this.#bytes.write(text, this.#length, 'utf8')
    return this.#length
  }

  #grow(needed: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.#bytes.length * 2))
    this.#bytes.copy(larger, 0, 0, this.#length)
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
    `"has_errors":${call.failed > 0},"request":`
  )
}
