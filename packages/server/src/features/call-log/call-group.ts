import { BinaryList } from './binary-list.ts'
import { type CallKind, CallKinds } from './call-kind.ts'
import type { CallHead, CallTexts } from './call-head.ts'
import type { CallRows, UsageCount } from './call.store.ts'
import { SpareBuffers } from './spare-buffers.ts'

/** Callbacks for a row that is on disk, or could not be written now. */
export interface Durable {
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

export interface CallBrief {
  readonly id: string
  /** Calls of the same kind have the same number. */
  readonly kindNumber: number
  readonly at: number
  readonly micros: number
}

/**
 * Calls of one tenant that are written together. Each call is encoded in the database's format, outside the heap, as
 * soon as it arrives. So the request and response can be freed, and writing a group does not block the event loop.
 */
export class CallGroup {
  private readonly spare: SpareBuffers
  private readonly waiting = new Map<number, Durable>()
  private readonly countsByKey = new Map<string, UsageCount>()
  private lastCount: UsageCount | undefined
  private callCount = 0
  private readonly calls: CallBrief[] = []
  private readonly kinds = new CallKinds()
  private readonly ids: BinaryList
  private readonly times: BinaryList
  private readonly correlationIds: BinaryList
  private readonly micros: BinaryList
  private readonly kindNumbers: BinaryList
  private readonly requests: BinaryList
  private readonly responses: BinaryList

  constructor(spare = new SpareBuffers()) {
    this.spare = spare
    this.ids = new BinaryList(spare, 'text')
    this.times = new BinaryList(spare, 'timestamptz')
    this.correlationIds = new BinaryList(spare, 'text')
    this.micros = new BinaryList(spare, 'bigint')
    this.kindNumbers = new BinaryList(spare, 'integer')
    this.requests = new BinaryList(spare, 'text')
    this.responses = new BinaryList(spare, 'text')
  }

  /** Number of calls. */
  get size(): number {
    return this.callCount
  }

  /** Size in bytes of the requests and responses, which make up nearly all of the group. */
  get length(): number {
    return this.requests.length + this.responses.length
  }

  /** The callbacks that wait for rows. */
  get durable(): Iterable<Durable> {
    return this.waiting.values()
  }

  get isAwaited(): boolean {
    return this.waiting.size > 0
  }

  /** The encoded rows; valid until another call is added. */
  get rows(): CallRows {
    return { kinds: this.kinds.json(), columns: this.columns().map((list) => list.bytes()) }
  }

  get counts(): Iterable<UsageCount> {
    return this.countsByKey.values()
  }

  add(head: CallHead, request: string, response: string, durable: Durable | undefined): void {
    if (durable !== undefined) this.waiting.set(this.callCount, durable)
    this.callCount += 1
    this.ids.addText(head.id)
    this.times.addTime(head.at)
    this.correlationIds.addText(head.correlationId)
    this.micros.addBigint(head.micros)
    const kindNumber = this.kinds.numberOf(head)
    this.kindNumbers.addInteger(kindNumber)
    this.calls.push({ id: head.id, kindNumber, at: head.at.getTime(), micros: head.micros })
    this.requests.addText(request)
    this.responses.addText(response)
    this.count(head)
  }

  /** One call as a group of its own. */
  single(index: number): CallGroup {
    const group = new CallGroup(this.spare)
    const [request, response] = [this.requests.textAt(index), this.responses.textAt(index)]
    group.add(this.headOf(index), request, response, this.waiting.get(index))
    return group
  }

  headOf(index: number): CallHead {
    const kind = this.kinds.at(this.kindNumbers.integerAt(index))
    return {
      ...kind,
      id: this.ids.textAt(index),
      at: this.times.timeAt(index),
      correlationId: this.correlationIds.textAt(index),
      micros: this.micros.bigintAt(index),
    }
  }

  /** The fields of each call that counters need, in order. */
  get briefs(): readonly CallBrief[] {
    return this.calls
  }

  kindOf(number: number): CallKind {
    return this.kinds.at(number)
  }

  /** Request and response of a call; undefined if longer than this many bytes. */
  textsOf(index: number, longest: number): CallTexts | undefined {
    if (this.requests.sizeAt(index) + this.responses.sizeAt(index) > longest) return undefined
    return { request: this.requests.textAt(index), response: this.responses.textAt(index) }
  }

  /** Returns its memory for reuse. */
  release(): void {
    for (const list of this.columns()) list.release()
  }

  /** In the order of the statement's parameters. */
  private columns(): readonly BinaryList[] {
    return [this.ids, this.times, this.correlationIds, this.micros, this.kindNumbers, this.requests, this.responses]
  }

  private count(head: CallHead): void {
    const count = this.countOf(head)
    count.calls += 1
    count.records += head.records
    count.failed += head.failed
    count.micros += head.micros
  }

  private countOf({ engineId, productId, at, purpose }: CallHead): UsageCount {
    const day = Math.floor(at.getTime() / dayMs)
    const last = this.lastCount
    // Consecutive calls mostly use the same engine.
    if (last?.engineId === engineId && last.day === day && last.purpose === purpose) return last
    const key = `${engineId} ${day} ${purpose}`
    const count = this.countsByKey.get(key) ?? newCount({ engineId, productId, day, purpose })
    this.countsByKey.set(key, count)
    this.lastCount = count
    return count
  }
}

const dayMs = 86_400_000

function newCount(of: Pick<UsageCount, 'engineId' | 'productId' | 'day' | 'purpose'>): UsageCount {
  return { ...of, calls: 0, records: 0, failed: 0, micros: 0 }
}
