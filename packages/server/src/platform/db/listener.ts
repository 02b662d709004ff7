import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
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
  readonly close: () => Promise<void>
}

/**
 * One connection of its own hears all channels. When it is lost it is opened again, and whoever gave an `onGap` is told
 * that notifications may have been missed in between.
 */
export function createListener(config: pg.ClientConfig, log: Logger): Listener {
  const subscriptions = new Set<Subscription>()
  const closing = new AbortController()
  let connection: Promise<pg.Client> | undefined

  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client(config)
    client.on('notification', ({ channel, payload }) => {
      for (const subscription of subscriptions) {
        if (subscription.channel === channel) subscription.handler(payload ?? '')
      }
    })
    let lost = false
    const onLoss = (error?: Error) => {
      if (lost || closing.signal.aborted) return
      lost = true
      log.warn({ err: error }, 'The connection that hears notifications was lost')
      connection = reconnect()
      // Whoever listens next awaits the same promise; until then a failure has nobody to hear it.
      connection.catch(() => undefined)
    }
    client.on('error', onLoss)
    client.on('end', () => onLoss())
    await client.connect()
    for (const channel of new Set([...subscriptions].map((each) => each.channel))) {
      await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
    }
    return client
  }

  const reconnect = async (): Promise<pg.Client> => {
    for (let attempt = 0; ; attempt++) {
      await delay(Math.min(100 * 2 ** attempt, 5_000), undefined, { signal: closing.signal })
      try {
        const client = await connect()
        for (const subscription of subscriptions) subscription.onGap?.()
        return client
      } catch (error) {
        log.warn({ err: error }, 'The connection that hears notifications could not be opened again')
      }
    }
  }

  return {
    listen: async (channel, handler, onGap) => {
      const subscription: Subscription = { channel, handler, onGap }
      subscriptions.add(subscription)
      connection ??= connect()
      const client = await connection
      await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
      return async () => {
        subscriptions.delete(subscription)
        const stillHeard = [...subscriptions].some((each) => each.channel === channel)
        if (stillHeard || closing.signal.aborted) return
        await connection
          ?.then((current) => current.query(`UNLISTEN ${pg.escapeIdentifier(channel)}`))
          .catch(() => undefined)
      }
    },
    close: async () => {
      closing.abort()
      await connection?.then((client) => client.end()).catch(() => undefined)
    },
  }
}
