import { setTimeout as delay } from 'node:timers/promises'
import { Client, type ClientConfig, escapeIdentifier } from 'pg'
import type { Logger } from 'pino'

interface Subscription {
  readonly channel: string
  readonly handler: (payload: string) => void
  readonly onGap: (() => void) | undefined
}

/** Starts hearing a channel; the returned function ends it. `onGap` is called when notifications may have been missed. */
export type Listen = (
  channel: string,
  handler: (payload: string) => void,
  onGap?: () => void,
) => Promise<() => Promise<void>>

interface Listener {
  readonly listen: Listen
  /** Tells those who hear a channel in this process at once; they hear it again when the database says it. */
  readonly deliver: (channel: string, payload: string) => void
  readonly close: () => Promise<void>
}

/**
 * One connection of its own hears all channels. When it is lost it is opened again, and whoever gave an `onGap` is told
 * that notifications may have been missed in between.
 */
export function createListener(config: ClientConfig, log: Logger): Listener {
  const subscriptions = new Set<Subscription>()
  const closing = new AbortController()
  let connection: Promise<Client | undefined> | undefined
  /** The connection while it works; none while it is being opened again. */
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
    // Before it is in use, and after it was lost once, a connection's end is no news.
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
      // One that is open but does not listen would stay open beside the next one.
      void client.end().catch(() => undefined)
      throw error
    }
    inUse = true
    live = client
    return client
  }

  /** Undefined when everything was closed meanwhile. */
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
        // A connection that is opened later listens to what is subscribed then, and needs no telling.
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
