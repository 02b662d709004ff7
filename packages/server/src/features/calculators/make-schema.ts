import { textIn } from '@sheetwright/contract/calculators/localized-text.ts'
import type { FormLayout } from '@sheetwright/contract/calculators/form-layout.ts'
import type { EnginePort } from '@sheetwright/contract/engines/interface.ts'

type Schema = Readonly<Record<string, unknown>>
type ValueType = NonNullable<EnginePort['type']>

const ofType: Readonly<Record<ValueType, Schema>> = {
  number: { type: ['number', 'null'] },
  integer: { type: ['integer', 'null'] },
  percent: { type: ['number', 'null'] },
  currency: { type: ['number', 'null'] },
  date: { type: ['string', 'null'], format: 'date' },
  time: { type: ['string', 'null'], format: 'time' },
  datetime: { type: ['string', 'null'], format: 'date-time' },
  boolean: { type: ['boolean', 'null'] },
  text: { type: ['string', 'number', 'boolean', 'null'] },
}

/** The inputs of a form as JSON Schema. Rules that depend on other inputs are left to the form state. */
export function makeSchema(layout: FormLayout, inputs: readonly EnginePort[]): Record<string, unknown> {
  const fields = new Map(layout.sections.flatMap((section) => section.fields).map((field) => [field.input, field]))
  const properties = inputs.map((port) => {
    const field = fields.get(port.name)
    const help = textIn(field?.help, 'en')
    return [
      port.name,
      {
        title: textIn(field?.label, 'en') || port.name,
        ...(help === '' ? {} : { description: help }),
        ...(port.shape === 'block' ? blockSchema(port) : cellSchema(port)),
        ...(port.default === undefined ? {} : { default: port.default }),
      },
    ] as const
  })
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: textIn(layout.title, 'en'),
    type: 'object',
    properties: Object.fromEntries(properties),
    additionalProperties: false,
  }
}

function blockSchema({ columns = [], maxRows }: EnginePort): Schema {
  const properties = columns.map(({ heading, type }) => [heading, ofType[type]] as const)
  return {
    type: 'array',
    items: { type: 'object', properties: Object.fromEntries(properties), additionalProperties: false },
    ...(maxRows === undefined ? {} : { maxItems: maxRows }),
  }
}

/** Only a validation that rejects is a rule; one that warns accepts every value. */
function cellSchema({ type = 'text', validation }: EnginePort): Schema {
  const base = ofType[type]
  if (validation === undefined || validation.errorStyle !== 'stop') return base
  const { options, min, max, ignoreBlank } = validation
  if (options !== undefined) return { ...base, enum: ignoreBlank ? [...new Set([...options, null])] : options }
  if (validation.type === 'textLength') {
    return {
      ...base,
      ...(typeof min === 'number' ? { minLength: min } : {}),
      ...(typeof max === 'number' ? { maxLength: max } : {}),
    }
  }
  return {
    ...base,
    ...(typeof min === 'number' ? { minimum: min } : {}),
    ...(typeof max === 'number' ? { maximum: max } : {}),
  }
}
