import { BinaryList } from './binary-list.ts'
import { CallKinds } from './call-kind.ts'
import type { CallHead, CallRows, UsageCount } from './call.store.ts'
import { SpareBuffers } from './spare-buffers.ts'

/** Told when a row is on disk, or that it could not be written now. */
export interface Durable {
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/**
 * Calls of one tenant that are written together. What is written of them stands as the database takes it in memory outside
 * the heap as soon as they come in: so nothing of what travelled has to be kept alive, and writing a group holds up nobody.
 */
export class CallGroup {
  readonly #spare: SpareBuffers
  readonly #durable = new Map<number, Durable>()
  readonly #counts = new Map<string, UsageCount>()
  #lastCount: UsageCount | undefined
  #size = 0
  readonly #kinds = new CallKinds()
  readonly #ids: BinaryList
  readonly #times: BinaryList
  readonly #correlationIds: BinaryList
  readonly #micros: BinaryList
  readonly #kindNumbers: BinaryList
  readonly #requests: BinaryList
  readonly #responses: BinaryList

  constructor(spare = new SpareBuffers()) {
    this.#spare = spare
    this.#ids = new BinaryList(spare, 'text')
    this.#times = new BinaryList(spare, 'timestamptz')
    this.#correlationIds = new BinaryList(spare, 'text')
    this.#micros = new BinaryList(spare, 'bigint')
    this.#kindNumbers = new BinaryList(spare, 'integer')
    this.#requests = new BinaryList(spare, 'text')
    this.#responses = new BinaryList(spare, 'text')
  }

  /** How many calls there are. */
  get size(): number {
    return this.#size
  }

  /** How many bytes it holds, of which nearly all are what travelled. */
  get length(): number {
    return this.#requests.length + this.#responses.length
  }

  /** Those who wait for their rows. */
  get durable(): Iterable<Durable> {
    return this.#durable.values()
  }

  get isAwaited(): boolean {
    return this.#durable.size > 0
  }

  /** What is sent of them; good until another is added. */
  get rows(): CallRows {
    return { kinds: this.#kinds.json(), columns: this.#columns().map((list) => list.bytes()) }
  }

  get counts(): Iterable<UsageCount> {
    return this.#counts.values()
  }

  add(head: CallHead, request: string, response: string, durable: Durable | undefined): void {
    if (durable !== undefined) this.#durable.set(this.#size, durable)
    this.#size += 1
    this.#ids.addText(head.id)
    this.#times.addTime(head.at)
    this.#correlationIds.addText(head.correlationId)
    this.#micros.addBigint(head.micros)
    this.#kindNumbers.addInteger(this.#kinds.numberOf(head))
    this.#requests.addText(request)
    this.#responses.addText(response)
    this.#count(head)
  }

  /** One of them as a group of its own. */
  single(index: number): CallGroup {
    const group = new CallGroup(this.#spare)
    const [request, response] = [this.#requests.textAt(index), this.#responses.textAt(index)]
    group.add(this.headOf(index), request, response, this.#durable.get(index))
    return group
  }

  headOf(index: number): CallHead {
    const kind = this.#kinds.at(this.#kindNumbers.integerAt(index))
    return {
      ...kind,
      id: this.#ids.textAt(index),
      at: this.#times.timeAt(index),
      correlationId: this.#correlationIds.textAt(index),
      micros: this.#micros.bigintAt(index),
    }
  }

  /** Its memory is used again from now on. */
  release(): void {
    for (const list of this.#columns()) list.release()
  }

  /** In the order of the statement's parameters. */
  #columns(): readonly BinaryList[] {
    return [
      this.#ids,
      this.#times,
      this.#correlationIds,
      this.#micros,
      this.#kindNumbers,
      this.#requests,
      this.#responses,
    ]
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

function newCount(of: Pick<UsageCount, 'engineId' | 'productId' | 'day' | 'purpose'>): UsageCount {
  return { ...of, calls: 0, records: 0, failed: 0, micros: 0 }
}
