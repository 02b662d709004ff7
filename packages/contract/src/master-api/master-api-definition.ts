import { z } from 'zod'
import { moment } from '../dates.ts'
import { type EngineInterface, type EnginePort, valueType } from '../engines/interface.ts'
import { productParams } from '../products/product-address.ts'

export const definitionParams = productParams

/** Maximum fields of a definition. */
export const mostFields = 5000

/** One field of the master API that the engines of a product share. */
export const apiField = z
  .strictObject({
    name: z.string().trim().min(1).max(255),
    direction: z.enum(['input', 'output']),
    type: valueType,
    unit: z.string().trim().max(50).default(''),
    required: z.boolean().default(false),
    allowedValues: z.array(z.string().max(255)).max(1000).default([]),
    min: z.number().nullable().default(null),
    max: z.number().nullable().default(null),
    description: z.string().trim().max(2000).default(''),
    section: z.string().trim().max(120).default(''),
    labelEn: z.string().trim().max(255).default(''),
    labelJa: z.string().trim().max(255).default(''),
    deprecatedSince: z.string().trim().max(60).default(''),
  })
  .meta({ id: 'ApiField' })

export type ApiField = z.infer<typeof apiField>

export const apiMode = z.enum(['warn', 'block']).meta({ id: 'ApiMode' })

export type ApiMode = z.infer<typeof apiMode>

export const apiDefinition = z
  .object({
    productId: z.uuid(),
    version: z.int().min(1),
    state: z.enum(['Draft', 'Active']),
    mode: apiMode.describe('What an upload that does not fit meets: a warning, or a refusal'),
    fileName: z.string(),
    createdBy: z.string(),
    createdAt: moment,
    publishedAt: moment.nullable(),
    versions: z.array(z.object({ version: z.int(), state: z.enum(['Draft', 'Active']), createdAt: moment })),
    fields: z.array(apiField),
  })
  .meta({ id: 'MasterApiDefinition' })

export type ApiDefinition = z.infer<typeof apiDefinition>

/** Problems of an interface, by field. */
export const apiProblem = z
  .object({
    field: z.string(),
    direction: z.enum(['input', 'output']),
    kind: z
      .enum(['unknown', 'missing', 'type', 'minimum', 'maximum', 'values', 'list', 'deprecated', 'notAsked', 'offered'])
      .describe(
        'minimum, maximum, values and list: the engine refuses what the definition allows; notAsked: the form of a tutorial leaves out what is required; offered: it offers what the definition does not allow',
      ),
    engine: z.string().describe('What the engine has: its type, its limit, the values that it refuses'),
    definition: z.string().describe('What the definition has'),
    message: z.string(),
  })
  .meta({ id: 'ApiProblem' })

export type ApiProblem = z.infer<typeof apiProblem>

const numeric: ReadonlySet<string> = new Set(['number', 'integer', 'percent', 'currency'])

/** Checks an engine's interface against the definition: unknown names, missing fields, other types, narrower ranges. */
export function checkInterface(
  fields: readonly ApiField[],
  { inputs, outputs }: Pick<EngineInterface, 'inputs' | 'outputs'>,
): ApiProblem[] {
  const defined = new Map(fields.map((field) => [keyOf(field.direction, field.name), field]))
  const ports = [
    ...inputs.map((port) => ({ port, direction: 'input' as const })),
    ...outputs.map((port) => ({ port, direction: 'output' as const })),
  ]
  const present = new Set(ports.map(({ port, direction }) => keyOf(direction, port.name)))
  return [
    ...ports.flatMap(({ port, direction }): ApiProblem[] => {
      const place = { field: port.name, direction }
      const field = defined.get(keyOf(direction, port.name))
      const message = `The ${direction} ${port.name} is not in the definition`
      return field === undefined
        ? [{ ...place, kind: 'unknown', engine: '', definition: '', message }]
        : problemsOfPort(port, field).map((problem) => ({ ...place, ...problem }))
    }),
    ...fields
      .filter(({ required, direction, name }) => required && !present.has(keyOf(direction, name)))
      .map(({ name, direction }) => ({
        field: name,
        direction,
        kind: 'missing' as const,
        engine: '',
        definition: '',
        message: `The required ${direction} ${name} is missing`,
      })),
  ]
}

type Found = Omit<ApiProblem, 'field' | 'direction'>

function problemsOfPort(port: EnginePort, field: ApiField): Found[] {
  const { name } = port
  const type = port.shape === 'block' ? undefined : port.type
  const fits = type === undefined || type === field.type || (numeric.has(type) && numeric.has(field.type))
  const otherType = `${name} is ${type}, and the definition says ${field.type}`
  const since = field.deprecatedSince
  return [
    ...(fits ? [] : [{ kind: 'type' as const, engine: type, definition: field.type, message: otherType }]),
    ...narrowerThan(port, field),
    ...(since === ''
      ? []
      : [
          {
            kind: 'deprecated' as const,
            engine: '',
            definition: since,
            message: `${name} is deprecated since ${since}`,
          },
        ]),
  ]
}

/** Maximum number of values in a message. */
const shownValues = 5

/** Values that the definition allows and the engine refuses. Rules that only warn refuse nothing. */
function narrowerThan({ name, validation }: EnginePort, { allowedValues, min: least, max: most }: ApiField): Found[] {
  if (validation?.errorStyle !== 'stop' || validation.type === 'textLength') return []
  const { min, max } = validation
  const options = validation.options?.map(String)
  if (options !== undefined && allowedValues.length === 0) {
    const message = `${name} takes only the values of a list, and the definition names none`
    return [{ kind: 'list', engine: options.slice(0, shownValues).join(', '), definition: '', message }]
  }
  const isRefused = (value: string) =>
    options !== undefined
      ? !options.includes(value)
      : (typeof min === 'number' && Number(value) < min) || (typeof max === 'number' && Number(value) > max)
  const refused = allowedValues.filter(isRefused).slice(0, shownValues).join(', ')
  if (refused !== '')
    return [{ kind: 'values', engine: refused, definition: '', message: `${name} does not take ${refused}` }]
  if (allowedValues.length > 0) return []
  const limits: Found[] = []
  if (typeof min === 'number' && (least === null || min > least)) {
    const message = `${name} takes no value below ${min}, and the definition allows ${least ?? 'any'}`
    limits.push({ kind: 'minimum', engine: String(min), definition: String(least ?? ''), message })
  }
  if (typeof max === 'number' && (most === null || max < most)) {
    const message = `${name} takes no value above ${max}, and the definition allows ${most ?? 'any'}`
    limits.push({ kind: 'maximum', engine: String(max), definition: String(most ?? ''), message })
  }
  return limits
}

/** The ports with the labels, units and descriptions of the definition. */
export function withDefinition<Ports extends Pick<EngineInterface, 'inputs' | 'outputs'>>(
  fields: readonly ApiField[],
  ports: Ports,
): Ports {
  const defined = new Map(fields.map((field) => [keyOf(field.direction, field.name), field]))
  const of = (direction: ApiField['direction']) => (port: EnginePort) => {
    const field = defined.get(keyOf(direction, port.name))
    if (field === undefined) return port
    const { unit, section, labelEn, labelJa, deprecatedSince } = field
    return {
      ...port,
      description: field.description || port.description,
      defined: { unit, section, labelEn, labelJa, deprecatedSince },
    }
  }
  return { ...ports, inputs: ports.inputs.map(of('input')), outputs: ports.outputs.map(of('output')) }
}

/** A deprecated field is only a warning. */
export function isBreaking({ kind }: ApiProblem): boolean {
  return kind !== 'deprecated'
}

export function keyOf(direction: string, name: string): string {
  return `${direction} ${name.toLowerCase()}`
}
