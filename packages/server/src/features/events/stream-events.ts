import { type LiveEvent, streamEvents } from '@sheetwright/contract/events/stream-events.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle, type SentEvent } from '../../platform/http/handle.ts'
import type { Events } from '../../platform/events/events.ts'

/** The most unread events of a page. A page that falls further behind is disconnected and reloads everything. */
const maxWaiting = 1_000

/** The most streams of one person in one process. The tabs of a browser share one. */
const maxStreams = 20

export const streamEventsHandler = handle(streamEvents, ({ caller, services: { events }, signal }) => {
  if (events.countSubscribers(caller.tenantId, caller.userId) >= maxStreams) {
    throw new CallError('TOO_MANY_REQUESTS', `Only ${maxStreams} streams can be open at a time`, undefined, 60)
  }
  return follow(events, caller, signal)
})

async function* follow(
  events: Events,
  caller: { tenantId: string; userId: string },
  signal: AbortSignal,
): AsyncGenerator<SentEvent<LiveEvent>> {
  const waiting: LiveEvent[] = []
  let cutOff = false
  let wake = () => {}
  const unsubscribe = events.subscribe({
    tenantId: caller.tenantId,
    userId: caller.userId,
    deliver: (event) => {
      if (waiting.length < maxWaiting) waiting.push(event)
      else cutOff = true
      wake()
    },
    onGap: () => {
      cutOff = true
      wake()
    },
  })
  const onAbort = () => wake()
  signal.addEventListener('abort', onAbort)
  try {
    while (!signal.aborted && !cutOff) {
      const event = waiting.shift()
      if (event) {
        yield { event: event.type, data: event }
        continue
      }
      await new Promise<void>((resolve) => {
        wake = resolve
        if (signal.aborted || cutOff || waiting.length > 0) resolve()
      })
    }
  } finally {
    signal.removeEventListener('abort', onAbort)
    unsubscribe()
  }
}
