import type { FastifyReply } from 'fastify'
import { Readable } from 'node:stream'
import type { z } from 'zod'
import type { SentEvent } from './handle.ts'

/** How often a silent stream shows that it is alive: less than the minute after which proxies drop a quiet connection. */
const heartbeatMillis = 25_000

/** Answers with server-sent events for as long as the client listens and the handler has something to say. */
export function sendEvents(
  reply: FastifyReply,
  events: AsyncIterable<SentEvent<unknown>>,
  schema: z.ZodType,
): FastifyReply {
  return reply
    .type('text/event-stream; charset=utf-8')
    .header('cache-control', 'no-cache, no-transform')
    .header('x-accel-buffering', 'no')
    .send(eventStream(events, schema))
}

function eventStream(events: AsyncIterable<SentEvent<unknown>>, schema: z.ZodType): Readable {
  const stream = Readable.from(textsOf(events, schema), { objectMode: false })
  const heartbeat = setInterval(() => stream.push(comment), heartbeatMillis)
  return stream.once('close', () => clearInterval(heartbeat))
}

const comment = ':\n\n'

async function* textsOf(events: AsyncIterable<SentEvent<unknown>>, schema: z.ZodType) {
  // Headers and this line go out at once, so that the client knows it is connected before the first event.
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
