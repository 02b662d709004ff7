/** The part of OpenAPI 3.1 that the reference page reads. */

export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly additionalProperties?: Schema | boolean
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly pattern?: string
}

export interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>

interface RawOperation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly security: readonly Readonly<Record<string, unknown>>[]
  readonly parameters: readonly (Parameter | { readonly $ref: string })[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>
}

export interface OpenApiDocument {
  readonly info: { readonly title: string; readonly version: string }
  readonly servers: readonly { readonly url: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly parameters: Readonly<Record<string, Parameter>>
  }
}

interface Variant {
  readonly contentType: string
  readonly schema: Schema
}

export interface Operation {
  readonly id: string
  readonly group: string
  readonly method: string
  readonly path: string
  readonly summary: string
  /** Names of the security schemes; none for a public call. */
  readonly security: readonly string[]
  readonly parameters: readonly Parameter[]
  readonly bodies: readonly Variant[]
  readonly answers: readonly Variant[]
  readonly errors: readonly { readonly status: string; readonly codes: readonly string[] }[]
}

export function operationsOf(document: OpenApiDocument): readonly Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, raw]) => toOperation(document, path, method.toUpperCase(), raw)),
  )
}

function toOperation(document: OpenApiDocument, path: string, method: string, raw: RawOperation): Operation {
  const answers = Object.entries(raw.responses)
  return {
    id: raw.operationId,
    group: raw.tags[0] ?? '',
    method,
    path,
    summary: raw.summary,
    security: raw.security.map((scheme) => Object.keys(scheme).join(' + ')),
    parameters: raw.parameters.map((one) => parameterOf(document, one)),
    bodies: variants(raw.requestBody?.content),
    answers: answers.filter(([status]) => status.startsWith('2')).flatMap(([, answer]) => variants(answer.content)),
    errors: answers
      .filter(([status]) => !status.startsWith('2'))
      .map(([status, answer]) => ({ status, codes: answer.description.split(', ') })),
  }
}

function parameterOf(document: OpenApiDocument, one: Parameter | { readonly $ref: string }): Parameter {
  if (!('$ref' in one)) return one
  const name = one.$ref.split('/').at(-1) ?? ''
  const found = document.components.parameters[name]
  if (found === undefined) throw new Error(`The OpenAPI document has no parameter ${name}`)
  return found
}

function variants(content: Content | undefined): readonly Variant[] {
  return Object.entries(content ?? {}).map(([contentType, { schema }]) => ({ contentType, schema }))
}

/** Resolves references and merges the parts of an `allOf`. */
export function resolveSchema(document: OpenApiDocument, schema: Schema): Schema {
  if (schema.$ref !== undefined) {
    const found = document.components.schemas[schema.$ref.split('/').at(-1) ?? '']
    const { $ref: _, ...beside } = schema
    return found === undefined ? beside : resolveSchema(document, { ...found, ...beside })
  }
  if (schema.allOf === undefined) return schema
  const { allOf, ...rest } = schema
  const parts = [rest, ...allOf.map((part) => resolveSchema(document, part))]
  const properties = Object.assign({}, ...parts.map((part) => part.properties ?? {}))
  return Object.assign({}, ...parts, { properties })
}

/** Whether a search matches an operation: by any part of its path, id or summary. */
export function matchesSearch(operation: Operation, search: string): boolean {
  const wanted = search.trim().toLowerCase()
  return [operation.path, operation.id, operation.summary].some((text) => text.toLowerCase().includes(wanted))
}
