import { type OpenApiDocument, type Operation, resolveSchema, type Schema } from './open-api.ts'

const deepest = 12

const formats: Readonly<Record<string, string>> = {
  uuid: '0198c3a2-7f10-7c4e-9b1a-5d2e8f60a1b3',
  date: '2026-11-15',
  'date-time': '2026-11-15T09:30:00Z',
  email: 'name@example.com',
  uri: 'https://example.com/',
}

/** An example value that is valid by the schema. */
export function exampleOf(document: OpenApiDocument, schema: Schema, depth = 0): unknown {
  const resolved = resolveSchema(document, schema)
  if (resolved.default !== undefined) return resolved.default
  if (resolved.const !== undefined) return resolved.const
  if (resolved.enum !== undefined) return resolved.enum[0]
  const alternative = (resolved.anyOf ?? resolved.oneOf)?.[0]
  if (alternative !== undefined) return exampleOf(document, alternative, depth)
  if (depth >= deepest) return null
  if (resolved.properties !== undefined) {
    return Object.fromEntries(
      Object.entries(resolved.properties).map(([name, property]) => [name, exampleOf(document, property, depth + 1)]),
    )
  }
  if (resolved.items !== undefined) return [exampleOf(document, resolved.items, depth + 1)]
  return exampleScalar(resolved)
}

function exampleScalar(schema: Schema): unknown {
  const type = [schema.type ?? 'object'].flat().find((one) => one !== 'null')
  if (type === 'string') return formats[schema.format ?? ''] ?? 'text'
  if (type === 'integer' || type === 'number') return Math.max(schema.minimum ?? 1, 1)
  if (type === 'boolean') return true
  if (type === 'array') return []
  return {}
}

/** A request as a command for a POSIX shell. */
export function curlOf(document: OpenApiDocument, operation: Operation, origin: string): string {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const parameter = operation.parameters.find((one) => one.in === 'path' && one.name === name)
    return parameter === undefined ? name : encodeURIComponent(String(exampleOf(document, parameter.schema)))
  })
  const lines = [`curl ${operation.method === 'GET' ? '' : `-X ${operation.method} `}${quote(origin + path)}`]
  if (operation.security.length > 0) lines.push(`-H "Authorization: Bearer $TOKEN"`)
  lines.push(...bodyLines(document, operation))
  return lines.join(' \\\n  ')
}

function bodyLines(document: OpenApiDocument, operation: Operation): readonly string[] {
  const json = operation.bodies.find((body) => body.contentType === 'application/json')
  if (json !== undefined) {
    const example = JSON.stringify(exampleOf(document, json.schema), null, 2)
    return [`-H ${quote('Content-Type: application/json')}`, `-d ${quote(example)}`]
  }
  const form = operation.bodies[0]
  if (form === undefined) return []
  const { properties = {} } = resolveSchema(document, form.schema)
  return Object.entries(properties).map(([name, schema]) => {
    const value = schema.format === 'binary' ? '@file' : String(exampleOf(document, schema))
    return `-F ${quote(`${name}=${value}`)}`
  })
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
