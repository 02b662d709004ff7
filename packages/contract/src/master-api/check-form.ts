import type { FormField, FormLayout } from '../calculators/form-layout.ts'
import { type ApiField, type ApiProblem, keyOf } from './master-api-definition.ts'

/**
 * Checks the form and the steps of a tutorial against the definition: required inputs that are missing, and values
 * offered as default, by a slider or in a step that the definition does not allow.
 */
export function checkForm(fields: readonly ApiField[], { sections, tutorial }: FormLayout): ApiProblem[] {
  const defined = new Map(fields.map((field) => [keyOf(field.direction, field.name), field]))
  const asked = sections.flatMap((section) => section.fields)
  const names = new Set(asked.map(({ input }) => input.toLowerCase()))
  const filled = (tutorial?.steps ?? []).flatMap(({ values = {} }) => Object.entries(values))
  return [
    ...fields
      .filter(({ direction, required, name }) => direction === 'input' && required && !names.has(name.toLowerCase()))
      .map(({ name }) => notAsked(name)),
    ...asked.flatMap((field) => problemsOf(field, defined.get(keyOf('input', field.input)))),
    ...filled.flatMap(([input, value]) => offered(input, value, defined.get(keyOf('input', input)))),
  ]
}

function problemsOf(field: FormField, defined: ApiField | undefined): ApiProblem[] {
  const values = field.widget === 'slider' ? [field.default, field.min, field.max] : [field.default]
  return values.flatMap((value) => (value === undefined ? [] : offered(field.input, value, defined)))
}

/** The problem of an offered value that the definition does not allow. */
function offered(input: string, value: unknown, defined: ApiField | undefined): ApiProblem[] {
  if (defined === undefined || value === null || allows(defined, value)) return []
  const shown = typeof value === 'string' ? value : JSON.stringify(value)
  const message = `The form offers ${shown} for ${input}, which the definition does not allow`
  return [{ field: input, direction: 'input', kind: 'offered', engine: shown, definition: '', message }]
}

function allows({ allowedValues, min, max }: ApiField, value: unknown): boolean {
  if (allowedValues.length > 0) return allowedValues.includes(String(value))
  if (typeof value !== 'number') return true
  return (min === null || value >= min) && (max === null || value <= max)
}

function notAsked(field: string): ApiProblem {
  const message = `The form does not ask for the required input ${field}`
  return { field, direction: 'input', kind: 'notAsked', engine: '', definition: '', message }
}
