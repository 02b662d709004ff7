import { type LiveEvent, liveEvent } from '@sheetwright/contract/events/stream-events.ts'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Database, TenantTransaction } from '../db/database.ts'
import { notifyListeners } from '../db/notify.ts'

const channel = 'live_events'

/** An event that was published but not received after this time counts as rolled back. */
const longestTransactionMs = 2_000

const message = z.object({ tenantId: z.string(), userId: z.string().optional(), event: liveEvent })

interface Subscriber {
  readonly tenantId: string
  readonly userId: string
  readonly deliver: (event: LiveEvent) => void
  /** Events may have been missed: the subscriber reads everything again. */
  readonly onGap: () => void
}

/** A cache in the server that must know about changes of any tenant. */
interface Hearer {
  readonly changed: (tenantId: string, event: LiveEvent) => void
  /** Events may have been missed. */
  readonly onGap: () => void
}

/** Notifies open pages, in every process, of changes. */
export interface Events {
  /** Delivered when the transaction commits, to everybody of the tenant or to one of its users. */
  publish(tx: TenantTransaction, event: LiveEvent, to?: { userId: string }): Promise<void>
  subscribe(subscriber: Subscriber): () => void
  /** Receives every event of every tenant. */
  hear(hearer: Hearer): () => void
  /** Whether this process published an event of such a type and has not received it yet: caches may be stale. */
  isExpecting(tenantId: string, types: ReadonlySet<LiveEvent['type']>): boolean
  /** Number of a user's subscribers in this process. */
  countSubscribers(tenantId: string, userId: string): number
  close(): Promise<void>
}

export async function openEvents(db: Database, log: Logger): Promise<Events> {
  const subscribers = new Set<Subscriber>()
  const hearers = new Set<Hearer>()
  /** By tenant and type, the time until which it is expected: an event of a rolled-back transaction never arrives. */
  const expected = new Map<string, Map<LiveEvent['type'], number>>()

  const arrived = (tenantId: string, { type }: LiveEvent): void => {
    const types = expected.get(tenantId)
    types?.delete(type)
    if (types?.size === 0) expected.delete(tenantId)
  }

  const receive = (payload: string): void => {
    const parsed = message.safeParse(JSON.parse(payload))
    if (!parsed.success) {
      log.warn({ payload }, 'A live event of unknown shape was dropped')
      return
    }
    const { tenantId, userId, event } = parsed.data
    arrived(tenantId, event)
    for (const hearer of hearers) hearer.changed(tenantId, event)
    for (const subscriber of subscribers) {
      if (subscriber.tenantId !== tenantId) continue
      if (userId === undefined || subscriber.userId === userId) subscriber.deliver(event)
    }
  }

  const stop = await db.listen(channel, receive, () => {
    for (const hearer of hearers) hearer.onGap()
    for (const subscriber of subscribers) subscriber.onGap()
  })

  return {
    publish: async (tx, event, to) => {
      const payload: z.input<typeof message> = { tenantId: tx.tenantId, ...to, event }
      const types = expected.get(tx.tenantId) ?? new Map<LiveEvent['type'], number>()
      expected.set(tx.tenantId, types.set(event.type, performance.now() + longestTransactionMs))
      await notifyListeners(tx, channel, JSON.stringify(payload))
    },
    subscribe: (subscriber) => {
      subscribers.add(subscriber)
      return () => subscribers.delete(subscriber)
    },
    hear: (hearer) => {
      hearers.add(hearer)
      return () => hearers.delete(hearer)
    },
    isExpecting: (tenantId, types) => {
      const published = expected.get(tenantId)
      if (published === undefined) return false
      for (const [type, until] of published) if (until < performance.now()) published.delete(type)
      if (published.size === 0) expected.delete(tenantId)
      return [...published.keys()].some((type) => types.has(type))
    },
    countSubscribers: (tenantId, userId) => {
      let count = 0
      for (const each of subscribers) if (each.tenantId === tenantId && each.userId === userId) count++
      return count
    },
    close: stop,
  }
}
