import { z } from 'zod'
import { defineCall, json, withInputs } from '../call.ts'

/** A JSON-RPC message; the protocol defines its parts. */
const message = z
  .strictObject({
    jsonrpc: z.literal('2.0'),
    id: z.union([z.string().max(200), z.number()]).optional(),
    method: z.string().max(200).optional(),
    params: z.record(z.string(), z.unknown()).optional(),
    result: z.unknown().optional(),
    error: z.unknown().optional(),
  })
  .meta({ id: 'AssistantMessage' })

export const serveAssistant = defineCall({
  id: 'assistants.serveAssistant',
  method: 'POST',
  path: '/api/v1/mcp',
  alsoUnderTenant: true,
  summary:
    'The Model Context Protocol (streamable HTTP, without a stream of its own): each engine that the caller may execute and ' +
    'that its author offers to assistants is a tool; two more search engines and explain a result.',
  caller: 'user',
  keyScope: 'execute',
  rule: { module: 'ProductEngine', rule: 'View' },
  body: json(message, withInputs),
  output: { kind: 'message', schema: z.record(z.string(), z.unknown()) },
  errors: [],
})
