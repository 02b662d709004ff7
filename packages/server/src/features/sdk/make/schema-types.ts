/** The part of JSON Schema that the document of an engine uses. */
export interface PortSchema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly items?: PortSchema
  readonly properties?: Readonly<Record<string, PortSchema>>
  readonly description?: string
  readonly default?: unknown
  readonly maxItems?: number
  readonly minimum?: number
  readonly maximum?: number
}

/** `inputs` accept the declared type; `outputs` can also be the text of an Excel error, such as `#N/A`. */
export type Direction = 'inputs' | 'outputs'

const typeScriptNames: Readonly<Record<string, string>> = {
  number: 'number',
  integer: 'number',
  string: 'string',
  boolean: 'boolean',
  null: 'null',
}

const pythonNames: Readonly<Record<string, string>> = {
  number: 'float',
  integer: 'int',
  string: 'str',
  boolean: 'bool',
  null: 'None',
}

/** The TypeScript type of a schema's values. */
export function typeScriptType(schema: PortSchema, direction: Direction): string {
  if (schema.enum !== undefined && direction === 'inputs') return alternatives(schema.enum.map(literal), ['null'])
  const types = typesOf(schema, direction)
  if (types.includes('array')) return `ReadonlyArray<${typeScriptType(schema.items ?? {}, direction)}>`
  if (types.includes('object')) return typeScriptObject(schema, direction)
  return alternatives(types.map((type) => typeScriptNames[type] ?? 'unknown'))
}

function typeScriptObject({ properties = {} }: PortSchema, direction: Direction): string {
  const optional = direction === 'inputs' ? '?' : ''
  const fields = Object.entries(properties).map(
    ([name, field]) => `readonly ${JSON.stringify(name)}${optional}: ${typeScriptType(field, direction)}`,
  )
  return `{ ${fields.join('; ')} }`
}

/** An interface with a comment on each field. */
export function typeScriptInterface(name: string, { properties = {} }: PortSchema, direction: Direction): string {
  const optional = direction === 'inputs' ? '?' : ''
  const fields = Object.entries(properties).map(
    ([field, schema]) =>
      `${comment(schema, direction)}  readonly ${JSON.stringify(field)}${optional}: ${typeScriptType(schema, direction)}\n`,
  )
  return `export interface ${name} {\n${fields.join('')}}\n`
}

function comment(schema: PortSchema, direction: Direction): string {
  const text = aboutField(schema, direction)
  return text === '' ? '' : `  /** ${text.replaceAll('*/', '* /')} */\n`
}

/** A one-line description of a field. */
function aboutField(schema: PortSchema, direction: Direction): string {
  const { description = '', minimum, maximum, maxItems, default: value } = schema
  const isTold = direction === 'inputs' && value !== undefined && !Array.isArray(value)
  const parts = [
    description === '' || /[.!?。]$/.test(description) ? description : `${description}.`,
    minimum === undefined ? '' : `At least ${minimum}.`,
    maximum === undefined ? '' : `At most ${maximum}.`,
    maxItems === undefined ? '' : `At most ${maxItems} rows.`,
    isTold ? `By default ${JSON.stringify(value)}.` : '',
  ]
  return parts.filter(Boolean).join(' ').replaceAll(/\s+/g, ' ').trim()
}

/** The Python type of a schema's values. */
export function pythonType(schema: PortSchema, direction: Direction): string {
  const types = typesOf(schema, direction)
  if (types.includes('array')) return `List[${pythonType(schema.items ?? {}, direction)}]`
  if (types.includes('object')) return 'Dict[str, Any]'
  return `Union[${[...new Set(types.map((type) => pythonNames[type] ?? 'Any'))].join(', ')}]`
}

/** A `TypedDict`, in the call form, because input names need not be Python identifiers. */
export function pythonDictionary(name: string, { properties = {} }: PortSchema, direction: Direction): string {
  const fields = Object.entries(properties).map(
    ([field, schema]) => `        ${JSON.stringify(field)}: ${pythonType(schema, direction)},\n`,
  )
  return `${name} = TypedDict(\n    "${name}",\n    {\n${fields.join('')}    },\n    total=False,\n)\n`
}

function typesOf({ type = [] }: PortSchema, direction: Direction): readonly string[] {
  const types = typeof type === 'string' ? [type] : type
  const isValue = !types.includes('array') && !types.includes('object')
  return direction === 'outputs' && isValue ? [...new Set([...types, 'string'])] : types
}

function alternatives(types: readonly string[], more: readonly string[] = []): string {
  const all = [...new Set([...types, ...more])]
  return all.length === 0 ? 'unknown' : all.join(' | ')
}

function literal(value: unknown): string {
  return JSON.stringify(value) ?? 'null'
}
