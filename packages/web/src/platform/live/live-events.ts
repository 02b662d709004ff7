import type { Client } from '@sheetwright/contract/client.ts'
import { type LiveEvent, streamEvents } from '@sheetwright/contract/events/stream-events.ts'

export interface LiveOptions {
  readonly api: Client
  readonly locks: Pick<LockManager, 'request'>
  readonly onEvent: (event: LiveEvent) => void
}

const channelName = 'sheetwright.live'
const retryMillis = { first: 2_000, longest: 60_000 }

/**
 * Follows the server's events until stopped. One tab holds the connection and forwards events to the others, because
 * browsers limit the connections to a server. Pages also poll, so a broken stream delays updates but loses none.
 */
export function followLiveEvents({ api, locks, onEvent }: LiveOptions): () => void {
  const stop = new AbortController()
  const tabs = new BroadcastChannel(channelName)
  tabs.addEventListener('message', (message: MessageEvent<LiveEvent>) => onEvent(message.data))

  const pass = (event: LiveEvent) => {
    onEvent(event)
    // A broadcast channel reaches its own origin only and takes no target.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    tabs.postMessage(event)
  }
  locks
    .request(channelName, { signal: stop.signal }, () => readUntilStopped(api, stop.signal, pass))
    .catch(() => undefined)

  return () => {
    stop.abort()
    tabs.close()
  }
}

async function readUntilStopped(api: Client, signal: AbortSignal, pass: (event: LiveEvent) => void) {
  let wait = retryMillis.first
  while (!signal.aborted) {
    try {
      for await (const event of await api.call(streamEvents, { signal })) {
        wait = retryMillis.first
        pass(event.data)
      }
    } catch {
      wait = Math.min(wait * 2, retryMillis.longest)
    }
    await pause(wait, signal)
  }
}

function pause(millis: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(resolve, millis)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
