import { isoClock } from '../../platform/telemetry/iso-clock.ts'
import { headWriter, readHead } from './call-head.ts'
import type { CallHead, CallRows, UsageCount } from './call.store.ts'
import { GrowingBytes } from './growing-bytes.ts'
import { JsonArray } from './json-array.ts'
import { SpareBuffers } from './spare-buffers.ts'

/** Where a call of a group lies in the bytes. Nothing else of it is kept: so much of it would outlive its moment. */
export interface GroupedCall {
  readonly headFrom: number
  readonly headTo: number
  readonly requestFrom: number
  readonly requestTo: number
  readonly responseFrom: number
  readonly responseTo: number
  /** Told when the row is on disk, or that it could not be written now. */
  readonly durable: { readonly resolve: () => void; readonly reject: (error: unknown) => void } | undefined
}

/**
 * Calls of one tenant that are written together. What is written of them stands as JSON in memory outside the heap as soon
 * as they come in: so nothing of what travelled has to be kept alive, and writing a group holds up nobody.
 */
export class CallGroup {
  readonly calls: GroupedCall[] = []
  readonly #counts = new Map<string, UsageCount>()
  #lastCount: UsageCount | undefined
  readonly #timeText = isoClock()
  readonly #headText = headWriter()
  /** A JSON list that is not closed yet. */
  readonly #heads: GrowingBytes
  readonly #requests: JsonArray
  readonly #responses: JsonArray

  constructor(spare = new SpareBuffers()) {
    this.#heads = new GrowingBytes(spare)
    this.#requests = new JsonArray(spare)
    this.#responses = new JsonArray(spare)
  }

  /** How many bytes it holds. */
  get length(): number {
    return this.#heads.length + this.#requests.length + this.#responses.length
  }

  /** What is sent of them; good until another is added. */
  get rows(): CallRows {
    return { heads: this.#heads.bytes(']'), requests: this.#requests.bytes(), responses: this.#responses.bytes() }
  }

  get counts(): Iterable<UsageCount> {
    return this.#counts.values()
  }

  add(head: CallHead, request: string, response: string, durable: GroupedCall['durable']): void {
    const headFrom = this.#heads.length + 1
    const between = this.calls.length === 0 ? '[' : ','
    const headTo = this.#heads.write(between + this.#headText(head, this.#timeText(head.at.getTime())))
    const requestFrom = this.#requests.length + 4
    const requestTo = this.#requests.add(request)
    const responseFrom = this.#responses.length + 4
    const responseTo = this.#responses.add(response)
    this.calls.push({ headFrom, headTo, requestFrom, requestTo, responseFrom, responseTo, durable })
    this.#count(head)
  }

  headOf({ headFrom, headTo }: GroupedCall): CallHead {
    const productOf = (engineId: string) =>
      this.#counts.values().find((count) => count.engineId === engineId)?.productId ?? ''
    return readHead(this.#heads.text(headFrom, headTo), productOf)
  }

  requestOf({ requestFrom, requestTo }: GroupedCall): string {
    return this.#requests.text(requestFrom, requestTo)
  }

  responseOf({ responseFrom, responseTo }: GroupedCall): string {
    return this.#responses.text(responseFrom, responseTo)
  }

  /** Its memory is used again from now on. */
  release(): void {
    for (const part of [this.#heads, this.#requests, this.#responses]) part.release()
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
