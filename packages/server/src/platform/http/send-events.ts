import type { FastifyReply } from 'fastify'
import { Readable } from 'node:stream'
import type { z } from 'zod'
import type { SentEvent } from './handle.ts'

/** Heartbeat interval of a silent stream: below the minute after which proxies drop a quiet connection. */
const heartbeatMillis = 25_000

/**
 * Sends server-sent events while the client listens, the handler has events and the caller may still make the call: a
 * stream must not outlive its session.
 */
export function sendEvents(
  reply: FastifyReply,
  events: AsyncIterable<SentEvent<unknown>>,
  schema: z.ZodType,
  isStillAllowed: () => Promise<boolean>,
): FastifyReply {
  return reply
    .type('text/event-stream; charset=utf-8')
    .header('cache-control', 'no-cache, no-transform')
    .header('x-accel-buffering', 'no')
    .send(eventStream(reply, events, schema, isStillAllowed))
}

function eventStream(
  { raw }: FastifyReply,
  events: AsyncIterable<SentEvent<unknown>>,
  schema: z.ZodType,
  isStillAllowed: () => Promise<boolean>,
): Readable {
  const stream = Readable.from(textsOf(events, schema), { objectMode: false })
  const beat = async () => {
    const goesOn = await isStillAllowed()
    if (stream.destroyed || stream.readableEnded) return
    if (goesOn) stream.push(comment)
    // Also ends the handler's wait, which the end of the stream would not.
    else raw.destroy()
  }
  const heartbeat = setInterval(() => void beat(), heartbeatMillis)
  return stream.once('close', () => clearInterval(heartbeat))
}

const comment = ':\n\n'

async function* textsOf(events: AsyncIterable<SentEvent<unknown>>, schema: z.ZodType) {
  // Headers and this line are sent at once, so that the client knows it is connected before the first event.
  yield comment
  for await (const event of events) yield textOf(event, schema)
}

function textOf(event: SentEvent<unknown>, schema: z.ZodType): string {
  const lines: string[] = []
  if (event.id !== undefined) lines.push(`id: ${event.id}`)
  if (event.event !== undefined) lines.push(`event: ${event.event}`)
  lines.push(`data: ${JSON.stringify(schema.parse(event.data))}`)
  return `${lines.join('\n')}\n\n`
}
