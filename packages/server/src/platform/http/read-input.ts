import type { Call } from '@sheetwright/contract/call.ts'
import type { FieldError } from '@sheetwright/contract/envelope.ts'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { CallError } from './call-error.ts'
import { fieldErrorsOf, type InputProblem } from './field-errors.ts'

export interface ReadInput {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
}

/** Reads and validates the parts of a request as the call declares them; adds to the problems found before. */
export type InputReader = (request: ReadableRequest, body: unknown, found: readonly FieldError[]) => ReadInput

type ReadableRequest = Pick<FastifyRequest, 'originalUrl' | 'params' | 'query'>

/** Clients send null or an empty object to calls without a body. */
const nothing = z.strictObject({}).nullish()

/** Calls of v3 and v4 ignore unknown fields; all others refuse them. */
export function refusesUnknownFields(call: Call): boolean {
  return /^\/(api|users)\//i.test(call.path)
}

/** Prepares reading the input of one call. All problems of a request are reported at once, in any of its parts. */
export function inputReader(call: Call): InputReader {
  const placeOf = placesIn(call)
  const unknown = refusesUnknownFields(call) ? nothing : z.unknown().transform(() => undefined)
  const readParams = rememberingLast([...placeOf.keys()], partReader('path', call.params ?? nothing))
  const readQuery = partReader('query', call.query ?? unknown)
  const readBody = partReader('body', call.body?.schema ?? unknown)

  return (request, body, found) => {
    const problems: InputProblem[] = [...found]
    const params = placeOf.size === 0 ? undefined : readParams(paramsOf(request, placeOf), problems)
    const isBare = call.query === undefined && isEmpty(request.query)
    const query = isBare ? undefined : readQuery(request.query, problems)
    const read = readBody(body, problems)
    if (problems.length > 0) throw invalidInput(call, problems)
    return { params, query, body: read }
  }
}

type PartReader = (value: unknown, problems: InputProblem[]) => unknown

/** Parses texts again only if they changed: mostly the same call is repeated. */
function rememberingLast(names: readonly string[], read: PartReader): PartReader {
  let last: { readonly given: readonly unknown[]; readonly result: unknown } | undefined
  return (value, problems) => {
    const fields = value as Readonly<Record<string, unknown>>
    if (last?.given.every((text, i) => text === fields[names[i] as string]) === true) return last.result
    const before = problems.length
    const result = read(value, problems)
    if (problems.length === before) last = { given: names.map((name) => fields[name]), result: Object.freeze(result) }
    return result
  }
}

function invalidInput(call: Call, problems: readonly InputProblem[]): CallError {
  const [first] = problems
  const [place, field = ''] = first?.field.split('.') ?? []
  const missing = field === '' ? 'MISSING_PARAMETERS' : 'MISSING_KEY_IN_BODY'
  const isTold = call.tellsMissing === true && place === 'body' && first?.message === 'is missing'
  const code = isTold ? missing : (call.fieldCodes?.[field] ?? first?.code ?? 'INVALID_INPUT')
  const message = problems.map((problem) => `${problem.field}: ${problem.message}`).join('; ')
  return new CallError(
    code,
    message,
    problems.map(({ code: _code, ...told }) => told),
  )
}

/** Reads the path parameters of one call as they were sent. */
export function pathReader(call: Call): (request: ReadableRequest) => PathParams {
  const placeOf = placesIn(call)
  return (request) => paramsOf(request, placeOf)
}

type PathParams = Readonly<Record<string, string>>

/** The index of each parameter among the segments of the path. */
function placesIn({ path }: Call): ReadonlyMap<string, number> {
  const placeOf = new Map<string, number>()
  for (const [index, segment] of path.split('/').entries()) {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1]
    if (name !== undefined) placeOf.set(name, index)
  }
  return placeOf
}

/** Path parameters. If any part is escaped, they are taken from the URL as sent (see routable-url.ts). */
function paramsOf(
  { originalUrl: url, params: found }: ReadableRequest,
  placeOf: ReadonlyMap<string, number>,
): PathParams {
  if (!url.includes('%')) return found as PathParams
  const end = url.search(/[?#]/)
  const segments = (end === -1 ? url : url.slice(0, end)).split('/')
  const params: Record<string, string> = {}
  for (const [name, index] of placeOf) {
    const segment = segments[index] ?? ''
    params[name] = segment.includes('%') ? decodeURIComponent(segment) : segment
  }
  return params
}

function isEmpty(query: unknown): boolean {
  for (const _ in query as object) return false
  return true
}

function partReader(place: string, schema: z.ZodType): PartReader {
  return (value, problems) => {
    const result = schema.safeParse(value)
    if (result.success) return result.data
    problems.push(...fieldErrorsOf(place, result.error, (path) => fieldsAt(schema, path)))
    return undefined
  }
}

/** The fields that a schema has at a place of its input; none where that depends on the input. */
function fieldsAt(schema: z.core.$ZodType | undefined, path: readonly PropertyKey[]): string[] {
  if (schema === undefined) return []
  const hasInner =
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable
  if (hasInner) return fieldsAt(schema.unwrap(), path)
  const [next, ...others] = path
  if (schema instanceof z.ZodArray) return next === undefined ? [] : fieldsAt(schema.element, others)
  if (!(schema instanceof z.ZodObject)) return []
  return next === undefined ? Object.keys(schema.shape) : fieldsAt(schema.shape[String(next)], others)
}
