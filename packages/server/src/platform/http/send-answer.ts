import type { Call } from '@sheetwright/contract/call.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { FileAnswer } from './file-answer.ts'
import type { SentEvent } from './handle.ts'
import { JsonText } from './json-text.ts'
import { sendEvents } from './send-events.ts'
import { sendFile } from './send-file.ts'

export type SendAnswer = (
  request: FastifyRequest,
  reply: FastifyReply,
  answer: unknown,
  isStillAllowed: () => Promise<boolean>,
) => FastifyReply | Promise<FastifyReply>

/**
 * Prepares how one call is answered. Everything that leaves passes through the declared output, which drops what it does
 * not name and fails on what it does not allow, so that a handler can neither leak a column nor break the contract.
 */
export function answerSender(call: Call): SendAnswer {
  const { output } = call
  switch (output.kind) {
    case 'data':
      return (request, reply, answer) =>
        answer instanceof JsonText
          ? sendText(reply, `{"status":"Success","data":${answer.text},"correlationId":"${request.id}"}`)
          : sendJson(reply, { status: 'Success', data: output.schema.parse(answer), correlationId: request.id })
    case 'list': {
      const page = z.object({ items: z.array(output.item), count: z.int().min(0) })
      return (request, reply, answer) => {
        const { items, count } = page.parse(answer)
        return sendJson(reply, { status: 'Success', data: items, count, correlationId: request.id })
      }
    }
    case 'plain':
      return (_, reply, answer) =>
        answer instanceof JsonText ? sendText(reply, answer.text) : sendJson(reply, output.schema.parse(answer))
    case 'file':
      return (request, reply, answer) => sendFile(request, reply, answer as FileAnswer, output.contentType)
    case 'events':
      return (_, reply, answer, isStillAllowed) =>
        sendEvents(reply, answer as AsyncIterable<SentEvent<unknown>>, output.schema, isStillAllowed)
    default:
      return output satisfies never
  }
}

function sendJson(reply: FastifyReply, answer: unknown): FastifyReply {
  return sendText(reply, JSON.stringify(answer))
}

function sendText(reply: FastifyReply, text: string): FastifyReply {
  return reply.header('content-type', 'application/json; charset=utf-8').header('cache-control', 'no-store').send(text)
}
