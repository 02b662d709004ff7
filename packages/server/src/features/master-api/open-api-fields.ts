import { type ApiField, apiField } from '@sheetwright/contract/master-api/master-api-definition.ts'
import { z } from 'zod'

type Json = Readonly<Record<string, unknown>>

const methods = ['post', 'put', 'get'] as const

/** The properties of the request and response schemas of the first operation that has any. */
export function fieldsOfOpenApi(document: object): ApiField[] {
  const root = document as Json
  for (const place of Object.values(objectAt(root, 'paths'))) {
    for (const method of methods) {
      const operation = objectAt(place as Json, method)
      const request = schemaOf(root, objectAt(operation, 'requestBody'))
      const responses = objectAt(operation, 'responses')
      const response = schemaOf(root, objectAt(responses, '200'))
      const fields = [...propertiesOf(root, request, 'input'), ...propertiesOf(root, response, 'output')]
      if (fields.length > 0) return fields
    }
  }
  return []
}

function schemaOf(root: Json, body: Json): Json {
  return resolved(root, objectAt(objectAt(objectAt(resolved(root, body), 'content'), 'application/json'), 'schema'))
}

function propertiesOf(root: Json, schema: Json, direction: ApiField['direction']): ApiField[] {
  const required = z.array(z.string()).catch([]).parse(schema['required'])
  return Object.entries(objectAt(schema, 'properties')).flatMap(([name, given]) => {
    const property = resolved(root, given as Json)
    const parsed = apiField.safeParse({
      name,
      direction,
      type: typeOf(property),
      required: direction === 'input' && required.includes(name),
      allowedValues: z.array(z.unknown()).catch([]).parse(property['enum']).map(String),
      min: z.number().nullable().catch(null).parse(property['minimum']),
      max: z.number().nullable().catch(null).parse(property['maximum']),
      description: z.string().catch('').parse(property['description']).slice(0, 2000),
      labelEn: z.string().catch('').parse(property['title']).slice(0, 255),
    })
    return parsed.success ? [parsed.data] : []
  })
}

function typeOf({ type, format }: Json): ApiField['type'] {
  const first: unknown = [type].flat().find((one) => one !== 'null')
  if (format === 'date') return 'date'
  if (format === 'date-time') return 'datetime'
  if (format === 'time') return 'time'
  if (first === 'integer' || first === 'number' || first === 'boolean') return first
  return 'text'
}

/** Resolves references inside the document; nothing is fetched, and circular references end. */
function resolved(root: Json, value: Json, steps = 20): Json {
  const reference = value['$ref']
  if (typeof reference !== 'string' || steps === 0 || !reference.startsWith('#/')) return value
  const target = reference
    .slice(2)
    .split('/')
    .reduce<Json>((at, part) => objectAt(at, part.replaceAll('~1', '/').replaceAll('~0', '~')), root)
  return resolved(root, target, steps - 1)
}

function objectAt(value: Json, name: string): Json {
  const found = Object.hasOwn(value, name) ? value[name] : undefined
  return typeof found === 'object' && found !== null && !Array.isArray(found) ? (found as Json) : {}
}
