import { isDeepStrictEqual } from 'node:util'
import type { Call } from '@sheetwright/contract/call.ts'
import { calls } from '@sheetwright/contract/calls.ts'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

/**
 * Checks every JSON answer of a call against its declared output, including answers that handlers write as text, which
 * the registrar sends unchanged, and the type of every answer. Returns the list that collects differences.
 */
export function holdAnswers(app: FastifyInstance): readonly string[] {
  const differences: string[] = []
  const callOf = new Map(calls.map((call) => [`${call.method} ${call.path.replace(/\{(\w+)\}/g, ':$1')}`, call]))
  const schemas = new Map<Call, z.ZodType | undefined>()
  const schemaOf = (call: Call): z.ZodType | undefined => {
    if (!schemas.has(call)) schemas.set(call, wireSchema(call))
    return schemas.get(call)
  }
  app.addHook('onSend', (request, reply, payload, done) => {
    const call = callOf.get(`${request.method} ${request.routeOptions.url ?? ''}`)
    const type = String(reply.getHeader('content-type') ?? '')
    if (call !== undefined && reply.statusCode === 200 && !typesOf(call).some((each) => isType(each, type))) {
      differences.push(`${call.id}: is of the type ${type}, which it does not declare`)
    }
    const schema = call && schemaOf(call)
    if (schema !== undefined && reply.statusCode === 200 && typeof payload === 'string') {
      const difference = differenceOf(schema, JSON.parse(payload))
      if (difference !== undefined) differences.push(`${call?.id}: ${difference}`)
    }
    done(null, payload)
  })
  return differences
}

/** Content types of the answers of a call; an empty text stands for any. */
function typesOf({ output }: Call): readonly string[] {
  if (output.kind === 'events' || output.kind === 'message') return ['']
  if (output.kind !== 'file') return ['application/json']
  return output.alsoOf === 'any' ? [''] : [output.contentType, ...(output.alsoOf ?? [])]
}

/** Whether a type is the declared one, apart from its charset. */
function isType(declared: string, type: string): boolean {
  return declared === '' || type.split(';')[0] === declared.split(';')[0]
}

function wireSchema({ output }: Call): z.ZodType | undefined {
  const envelope = { status: z.literal('Success'), correlationId: z.string() }
  switch (output.kind) {
    case 'data':
      return z.strictObject({ ...envelope, data: output.schema })
    case 'list':
      return z.strictObject({ ...envelope, data: z.array(output.item), count: z.int() })
    case 'plain':
      return output.schema
    default:
      return undefined
  }
}

/** Undefined if the schema accepts the answer and drops nothing. */
function differenceOf(schema: z.ZodType, answer: unknown): string | undefined {
  const read = schema.safeParse(answer)
  if (!read.success) return z.prettifyError(read.error)
  if (isDeepStrictEqual(read.data, answer)) return undefined
  return `holds more than it declares: ${JSON.stringify(answer).slice(0, 1000)}`
}
