import { setTimeout as delay } from 'node:timers/promises'
import { Client, type ClientConfig, escapeIdentifier } from 'pg'
import type { Logger } from 'pino'

interface Subscription {
  readonly channel: string
  readonly handler: (payload: string) => void
  readonly onGap: (() => void) | undefined
}

/** Listens to a channel; the returned function stops it. `onGap` is called when notifications may have been missed. */
export type Listen = (
  channel: string,
  handler: (payload: string) => void,
  onGap?: () => void,
) => Promise<() => Promise<void>>

interface Listener {
  readonly listen: Listen
  /** Notifies listeners in this process at once; they are notified again when the database delivers it. */
  readonly deliver: (channel: string, payload: string) => void
  readonly close: () => Promise<void>
}

/**
 * One dedicated connection listens to all channels. A lost connection is reopened, and `onGap` callbacks report that
 * notifications may have been missed in between.
 */
export function createListener(config: ClientConfig, log: Logger): Listener {
  const subscriptions = new Set<Subscription>()
  const closing = new AbortController()
  let connection: Promise<Client | undefined> | undefined
  /** The connection while it works; undefined while it is being reopened. */
  let live: Client | undefined

  const deliver = (channel: string, payload: string): void => {
    for (const subscription of subscriptions) {
      if (subscription.channel !== channel) continue
      try {
        subscription.handler(payload)
      } catch (error) {
        log.error({ err: error, channel }, 'A notification could not be handled')
      }
    }
  }

  const connect = async (): Promise<Client> => {
    const client = new Client(config)
    client.on('notification', ({ channel, payload }) => deliver(channel, payload ?? ''))
    // Ignore the end of a connection before it is in use, and after it was lost once.
    let inUse = false
    const onLoss = (error?: Error) => {
      if (!inUse || closing.signal.aborted) return
      inUse = false
      live = undefined
      log.warn({ reason: error?.message }, 'The connection that hears notifications was lost')
      connection = reconnect()
    }
    client.on('error', onLoss)
    client.on('end', () => onLoss())
    try {
      await client.connect()
      for (const channel of new Set([...subscriptions].map((each) => each.channel))) {
        await client.query(`LISTEN ${escapeIdentifier(channel)}`)
      }
    } catch (error) {
      // A connection that is open but does not listen would stay open beside the next one.
      void client.end().catch(() => undefined)
      throw error
    }
    inUse = true
    live = client
    return client
  }

  /** Undefined if everything was closed in the meantime. */
  const reconnect = async (): Promise<Client | undefined> => {
    for (let attempt = 0; !closing.signal.aborted; attempt++) {
      try {
        await delay(Math.min(100 * 2 ** attempt, 5_000), undefined, { signal: closing.signal })
        const client = await connect()
        for (const subscription of subscriptions) subscription.onGap?.()
        return client
      } catch (error) {
        if (closing.signal.aborted) return undefined
        log.warn({ err: error }, 'The connection that hears notifications could not be opened again')
      }
    }
    return undefined
  }

  return {
    listen: async (channel, handler, onGap) => {
      const subscription: Subscription = { channel, handler, onGap }
      connection ??= connect()
      const first = connection
      const client = await first.catch((error: unknown) => {
        if (connection === first) connection = undefined
        throw error
      })
      subscriptions.add(subscription)
      await client?.query(`LISTEN ${escapeIdentifier(channel)}`)
      return async () => {
        subscriptions.delete(subscription)
        const stillHeard = [...subscriptions].some((each) => each.channel === channel)
        if (stillHeard || closing.signal.aborted) return
        // A later connection listens to everything subscribed by then.
        await live?.query(`UNLISTEN ${escapeIdentifier(channel)}`).catch(() => undefined)
      }
    },
    deliver,
    close: async () => {
      closing.abort()
      await connection?.then((client) => client?.end()).catch(() => undefined)
    },
  }
}
