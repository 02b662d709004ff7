import { type LiveEvent, liveEvent } from '@sheetwright/contract/events/stream-events.ts'
import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Database, TenantTransaction } from '../db/database.ts'

const channel = 'live_events'

const message = z.object({ tenantId: z.string(), userId: z.string().optional(), event: liveEvent })

interface Subscriber {
  readonly tenantId: string
  readonly userId: string
  readonly deliver: (event: LiveEvent) => void
  /** Something may have been missed: the subscriber reads everything again. */
  readonly onGap: () => void
}

/** Tells open pages, in every process, what changed. */
export interface Events {
  /** Delivered when the transaction commits, to everybody of the tenant or to one user of it. */
  publish(tx: TenantTransaction, event: LiveEvent, to?: { userId: string }): Promise<void>
  subscribe(subscriber: Subscriber): () => void
  /** How many subscribers somebody has in this process. */
  countSubscribers(tenantId: string, userId: string): number
  close(): Promise<void>
}

export async function openEvents(db: Database, log: Logger): Promise<Events> {
  const subscribers = new Set<Subscriber>()

  const receive = (payload: string): void => {
    const parsed = message.safeParse(JSON.parse(payload))
    if (!parsed.success) {
      log.warn({ payload }, 'A live event of unknown shape was dropped')
      return
    }
    const { tenantId, userId, event } = parsed.data
    for (const subscriber of subscribers) {
      if (subscriber.tenantId !== tenantId) continue
      if (userId === undefined || subscriber.userId === userId) subscriber.deliver(event)
    }
  }

  const stop = await db.listen(channel, receive, () => {
    for (const subscriber of subscribers) subscriber.onGap()
  })

  return {
    publish: async (tx, event, to) => {
      const payload: z.input<typeof message> = { tenantId: tx.tenantId, ...to, event }
      await tx.q.execute(sql`SELECT pg_notify(${channel}, ${JSON.stringify(payload)})`)
    },
    subscribe: (subscriber) => {
      subscribers.add(subscriber)
      return () => subscribers.delete(subscriber)
    },
    countSubscribers: (tenantId, userId) => {
      let count = 0
      for (const each of subscribers) if (each.tenantId === tenantId && each.userId === userId) count++
      return count
    },
    close: stop,
  }
}
