import type { Call } from '@sheetwright/contract/call.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ownCorrelationId } from './correlation-id.ts'
import type { FileAnswer } from './file-answer.ts'
import type { SentEvent } from './handle.ts'
import type { HttpAnswer } from './http-answer.ts'
import { JsonText } from './json-text.ts'
import { sendEvents } from './send-events.ts'
import { sendFile } from './send-file.ts'
import { sendPacked } from './send-packed.ts'

export type SendAnswer = (
  request: FastifyRequest,
  reply: FastifyReply,
  answer: unknown,
  isStillAllowed: () => Promise<boolean>,
) => FastifyReply | Promise<FastifyReply>

/**
 * Prepares the responses of one call. Every response passes through the declared output, which drops undeclared fields
 * and fails on invalid ones, so that a handler can neither leak a column nor break the contract.
 */
export function answerSender(call: Call): SendAnswer {
  const { output } = call
  const textOf = jsonAnswer(call)
  const headers = headersOf(call)
  if (textOf !== undefined)
    return (request, reply, answer) =>
      sendPacked(request, reply.headers(headers), textOf(answer, ownCorrelationId(request.body) ?? request.id))
  switch (output.kind) {
    case 'file':
      return (request, reply, answer) => sendFile(request, reply, answer as FileAnswer, output.contentType)
    case 'message':
      return (_, reply, answer) => {
        const { status, headers: own, text } = answer as HttpAnswer
        return reply
          .code(status)
          .headers({ ...jsonHeaders, ...own })
          .send(text)
      }
    case 'events':
      return (_, reply, answer, isStillAllowed) =>
        sendEvents(reply, answer as AsyncIterable<SentEvent<unknown>>, output.schema, isStillAllowed)
    default:
      throw new Error(`Answers of ${call.id} are JSON`)
  }
}

/** Prepares the JSON serialisation of one call's responses, if they are JSON. */
function jsonAnswer({ output }: Call): ((answer: unknown, id: string) => string) | undefined {
  switch (output.kind) {
    case 'data':
      return (answer, id) =>
        answer instanceof JsonText
          ? `{"status":"Success","data":${answer.text},"correlationId":${JSON.stringify(id)}}`
          : JSON.stringify({ status: 'Success', data: output.schema.parse(answer), correlationId: id })
    case 'list': {
      const page = z.object({ items: z.array(output.item), count: z.int().min(0) })
      return (answer, id) => {
        const { items, count } = page.parse(answer)
        return JSON.stringify({ status: 'Success', data: items, count, correlationId: id })
      }
    }
    case 'plain':
      return (answer) => (answer instanceof JsonText ? answer.text : JSON.stringify(output.schema.parse(answer)))
    default:
      return undefined
  }
}

function headersOf({ keptSeconds }: Call) {
  return keptSeconds === undefined ? jsonHeaders : { ...jsonHeaders, 'cache-control': `public, max-age=${keptSeconds}` }
}

export const jsonHeaders = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' } as const
