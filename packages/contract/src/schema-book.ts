import { z } from 'zod'

/** The parts of a JSON schema that the document reads. */
export interface JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly [keyword: string]: unknown
}

/** Collects the named schemas of a document, so that each is written once and referenced. */
export interface SchemaBook {
  /** As a client sends it: fields with a default are optional. */
  input(schema: z.ZodType): JsonSchema
  /** As the server sends it. */
  output(schema: z.ZodType): JsonSchema
  /**
   * Resolves the references of a document whose schemas came from this book, and returns the components they point to.
   * A name with different shapes for requests and responses becomes two components.
   */
  settle<T>(document: T): { document: T; schemas: Readonly<Record<string, JsonSchema>> }
}

type Direction = 'input' | 'output'

const place = '#/components/schemas/'

/** Marks references in requests until they are resolved. */
const sentMark = '@sent'

export function createSchemaBook(): SchemaBook {
  const named: Record<Direction, Map<string, JsonSchema>> = { input: new Map(), output: new Map() }

  function write(schema: z.ZodType, direction: Direction): JsonSchema {
    const mark = direction === 'input' ? sentMark : ''
    // Wrapped in another object, so that a named schema becomes a reference even at the root.
    const written = z.toJSONSchema(z.object({ root: schema }), { io: direction, unrepresentable: 'any' })
    const { $defs: definitions = {}, properties } = mapReferences(
      written as JsonSchema & { $defs?: Record<string, JsonSchema> },
      (reference) => `${place}${reference.replace('#/$defs/', '')}${mark}`,
    )
    for (const [name, { id: _id, ...definition }] of Object.entries(definitions)) {
      const present = named[direction].get(name)
      if (present !== undefined && JSON.stringify(present) !== JSON.stringify(definition)) {
        throw new Error(`Two different schemas of the contract have the name ${name}`)
      }
      named[direction].set(name, definition)
    }
    return properties?.['root'] ?? {}
  }

  return {
    input: (schema) => write(schema, 'input'),
    output: (schema) => write(schema, 'output'),
    settle(document) {
      const apart = namesApart(named)
      const settled = <T>(value: T): T =>
        mapReferences(value, (reference) => {
          if (!reference.endsWith(sentMark)) return reference
          const plain = reference.slice(0, -sentMark.length)
          return apart.has(plain.slice(place.length)) ? `${plain}Input` : plain
        })
      const sent = [...named.input].map(([name, schema]) => [apart.has(name) ? `${name}Input` : name, schema] as const)
      const schemas = [...sent, ...named.output].sort(([a], [b]) => (a < b ? -1 : 1))
      return { document: settled(document), schemas: settled(Object.fromEntries(schemas)) }
    },
  }
}

/** Names with two shapes: different themselves, or referring to one that is. */
function namesApart(named: Record<Direction, ReadonlyMap<string, JsonSchema>>): ReadonlySet<string> {
  const apart = new Set<string>()
  const unmarked = (schema: JsonSchema) =>
    JSON.stringify(mapReferences(schema, (reference) => reference.replace(sentMark, '')))
  const refersTo = (schema: JsonSchema, name: string) => JSON.stringify(schema).includes(`"${place}${name}${sentMark}"`)
  for (let before = -1; before !== apart.size; ) {
    before = apart.size
    for (const [name, sent] of named.input) {
      const received = named.output.get(name)
      if (received === undefined) continue
      const differs = unmarked(sent) !== unmarked(received)
      if (differs || [...apart].some((other) => refersTo(sent, other))) apart.add(name)
    }
  }
  return apart
}

function mapReferences<T>(value: T, change: (reference: string) => string): T {
  if (Array.isArray(value)) return value.map((one: unknown) => mapReferences(one, change)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]: [string, unknown]) => [
      key,
      key === '$ref' && typeof one === 'string' ? change(one) : mapReferences(one, change),
    ]),
  ) as T
}
