import type { z } from 'zod'
import { type Call, isForExistingClients, isForOAuthClients, type Output } from './call.ts'
import { errorCodesOf } from './call-errors.ts'
import { errorEnvelope, legacyErrorEnvelope, listEnvelope, oauthErrorEnvelope, successEnvelope } from './envelope.ts'
import { errorStatus } from './error-codes.ts'
import { createSchemaBook, type JsonSchema, type SchemaBook } from './schema-book.ts'

export interface OpenApiOptions {
  readonly version: string
  /** Origin of the server. */
  readonly origin: string
}

type Json = Readonly<Record<string, unknown>>

/** The OpenAPI 3.1 document of the given calls, made from their declarations. */
export function openApiDocument(calls: readonly Call[], options: OpenApiOptions): Json {
  const book = createSchemaBook()
  const written: Record<string, Record<string, Json>> = {}
  for (const call of calls) {
    written[call.path] = { ...written[call.path], [call.method.toLowerCase()]: operation(call, book) }
  }
  const { document: paths, schemas } = book.settle(written)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sheetwright',
      version: options.version,
      description:
        'Every call of the product. Static parts of a path are matched without regard to case. Where one path has a word and another a ' +
        'parameter in the same place, the word is meant: a product or engine with such a name is addressed by its id.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: options.origin }],
    tags: [...new Set(calls.map(tagOf))].map((name) => ({ name })),
    paths,
    components: { schemas, securitySchemes, parameters: headerParameters },
  }
}

const securitySchemes = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The identity token of a signed-in user',
  },
  apiKey: { type: 'apiKey', in: 'header', name: 'x-synthetic-key', description: 'A key of the tenant, with its scope' },
  tenantName: {
    type: 'apiKey',
    in: 'header',
    name: 'x-tenant-name',
    description: 'The tenant that the key belongs to',
  },
} as const

const headerParameters = {
  TenantName: {
    name: 'x-tenant-name',
    in: 'header',
    required: false,
    description: 'When sent, it must be the tenant of the caller',
    schema: { type: 'string' },
  },
  RequestId: {
    name: 'x-request-id',
    in: 'header',
    required: false,
    description: 'Comes back as correlation id, and stands in the log',
    schema: { type: 'string', maxLength: 128 },
  },
} as const

function tagOf(call: Call): string {
  return call.id.split('.')[0] ?? call.id
}

function operation(call: Call, book: SchemaBook): Json {
  return {
    operationId: call.id,
    tags: [tagOf(call)],
    summary: call.summary,
    description: descriptionOf(call),
    security: securityOf(call),
    parameters: parametersOf(call, book),
    ...(call.body === undefined ? {} : { requestBody: requestBody(call.body, book) }),
    responses: { '200': success(call.output, book), ...failures(call, book) },
  }
}

const callers: Readonly<Record<Call['caller'], string>> = {
  anyone: 'Nobody needs to be signed in.',
  user: 'For everybody of the tenant, on what they may see.',
  supervisor: 'For supervisors of the tenant.',
  superuser: 'For superusers, who look after all tenants.',
}

/** Who may make the call and how, in addition to its summary. */
function descriptionOf(call: Call): string {
  return [
    call.summary,
    callers[call.caller],
    ...(call.keyScope === undefined ? [] : [`API keys need the scope ${call.keyScope}.`]),
    ...(call.visitors === true ? ['Visitors may make it for the engine of their link.'] : []),
    ...(call.visitors === 'ofFile' ? ['Visitors may make it for the file of their link.'] : []),
    ...(call.alsoUnderTenant === true ? [`Existing clients also find it under /{tenant}${call.path}.`] : []),
    ...(isForExistingClients(call) ? ['Fields that are not known are overlooked.'] : []),
  ].join(' ')
}

function securityOf(call: Call): Json[] {
  if (call.caller === 'anyone') return []
  if (call.keyScope === undefined) return [{ bearer: [] }]
  return [{ bearer: [] }, { apiKey: [], tenantName: [] }]
}

function parametersOf(call: Call, book: SchemaBook): Json[] {
  const headers = call.caller === 'anyone' ? ['RequestId'] : ['TenantName', 'RequestId']
  return [
    ...fieldsOf(call.params, book).map(({ name, schema }) => ({ name, in: 'path', required: true, schema })),
    ...fieldsOf(call.query, book).map(({ name, required, schema }) => ({ name, in: 'query', required, schema })),
    ...headers.map((name) => ({ $ref: `#/components/parameters/${name}` })),
  ]
}

function fieldsOf(object: z.ZodObject | undefined, book: SchemaBook) {
  if (object === undefined) return []
  const { properties = {}, required = [] } = book.input(object)
  return Object.entries(properties).map(([name, schema]) => ({ name, schema, required: required.includes(name) }))
}

function requestBody(body: NonNullable<Call['body']>, book: SchemaBook): Json {
  const schema = book.input(body.schema)
  const isRequired = !body.schema.safeParse(undefined).success
  if (body.kind === 'json') {
    const form = body.orForm === true ? { 'multipart/form-data': { schema } } : {}
    const fields = body.urlEncoded === true ? { 'application/x-www-form-urlencoded': { schema } } : {}
    return { required: isRequired, content: { 'application/json': { schema }, ...form, ...fields } }
  }
  const files = Object.entries(body.files)
  const binary = (description: string): JsonSchema => ({ type: 'string', format: 'binary', description })
  const form: JsonSchema = {
    ...schema,
    properties: {
      ...schema.properties,
      ...Object.fromEntries(files.map(([name, file]) => [name, binary(file.description)])),
    },
    required: [...(schema.required ?? []), ...files.filter(([, file]) => file.required).map(([name]) => name)],
  }
  const asJson = files.some(([, file]) => file.required) ? {} : { 'application/json': { schema } }
  return { required: true, content: { 'multipart/form-data': { schema: form }, ...asJson } }
}

function success(output: Output, book: SchemaBook): Json {
  const headers = { 'x-request-id': { schema: { type: 'string' }, description: 'The correlation id' } }
  switch (output.kind) {
    case 'data':
      return answer('The data of the call', book.output(successEnvelope(output.schema)), headers)
    case 'list':
      return answer('One page, and how many match in all', book.output(listEnvelope(output.item)), headers)
    case 'plain':
      return answer('The document itself', book.output(output.schema), headers)
    case 'message':
      return answer('The answer of the protocol; nothing (202) to what needs none', book.output(output.schema), headers)
    case 'file':
      return {
        description: 'The file. A range may be asked for (status 206).',
        headers: { ...headers, 'content-disposition': { schema: { type: 'string' } } },
        content: contentOfFile(output),
      }
    case 'events':
      return {
        description: 'Server-sent events; each carries this as its data',
        headers,
        content: { 'text/event-stream': { schema: book.output(output.schema) } },
      }
    default:
      return output satisfies never
  }
}

function contentOfFile({ contentType, alsoOf = [], isList = false }: Output & { readonly kind: 'file' }): Json {
  const types = alsoOf === 'any' ? ['*/*'] : [contentType, ...alsoOf]
  return Object.fromEntries(types.map((type) => [type, { schema: schemaOfFile(type, isList) }]))
}

/** Without a schema of its own: JSON is an object or a list, text is text. */
function schemaOfFile(type: string, isList: boolean): JsonSchema {
  if (type.startsWith('application/json')) return { type: isList ? 'array' : 'object' }
  return type.startsWith('text/') ? { type: 'string' } : { type: 'string', format: 'binary' }
}

function answer(description: string, schema: JsonSchema, headers: Json): Json {
  return { description, headers, content: { 'application/json': { schema } } }
}

function failureOf(call: Call): z.ZodType {
  if (isForOAuthClients(call)) return oauthErrorEnvelope
  return isForExistingClients(call) ? legacyErrorEnvelope : errorEnvelope
}

function failures(call: Call, book: SchemaBook): Record<string, Json> {
  const byStatus = Map.groupBy(errorCodesOf(call), (code) => String(errorStatus[code]))
  const envelope = book.output(failureOf(call))
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.join(', '),
        content: {
          'application/json': {
            schema: { allOf: [envelope, { properties: { errorCode: { type: 'string', enum: codes } } }] },
          },
        },
      },
    ]),
  )
}
