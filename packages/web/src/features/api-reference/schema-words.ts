import { type OpenApiDocument, resolveSchema, type Schema } from './open-api.ts'

/** The type of a schema in a few words: `string (uuid)`, `array of Product`, `string or null`. */
export function typeWords(document: OpenApiDocument, schema: Schema): string {
  const name = schema.$ref?.split('/').at(-1)
  const resolved = resolveSchema(document, schema)
  if (name !== undefined && resolved.properties !== undefined) return name
  const alternatives = resolved.anyOf ?? resolved.oneOf
  if (alternatives !== undefined) {
    return [...new Set(alternatives.map((one) => typeWords(document, one)))].join(' | ')
  }
  if (resolved.items !== undefined) return `${typeWords(document, resolved.items)}[]`
  const type = resolved.type === undefined ? 'any' : [resolved.type].flat().join(' | ')
  return resolved.format === undefined ? type : `${type} (${resolved.format})`
}

/** The constraints of a value beside its type. */
export function ruleWords(document: OpenApiDocument, schema: Schema): readonly string[] {
  const rules = resolveSchema(document, schema)
  return [
    ...(rules.enum === undefined ? [] : [rules.enum.map(String).join(' | ')]),
    ...range('', rules.minimum, rules.maximum),
    ...range('length ', rules.minLength, rules.maxLength),
    ...range('items ', rules.minItems, rules.maxItems),
    // A format tells readers more than the pattern that checks it.
    ...(rules.pattern === undefined || rules.format !== undefined ? [] : [rules.pattern]),
    ...(rules.default === undefined ? [] : [`= ${JSON.stringify(rules.default)}`]),
  ]
}

function range(of: string, min: number | undefined, max: number | undefined): readonly string[] {
  const least = min === undefined || min <= Number.MIN_SAFE_INTEGER ? undefined : min
  const most = max === undefined || max >= Number.MAX_SAFE_INTEGER ? undefined : max
  if (least !== undefined && most !== undefined) return [`${of}${least}–${most}`]
  if (least !== undefined) return [`${of}≥ ${least}`]
  return most === undefined ? [] : [`${of}≤ ${most}`]
}
