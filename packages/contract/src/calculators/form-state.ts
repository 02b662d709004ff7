import { z } from 'zod'
import { holds } from './condition.ts'
import type { FormLayout } from './form-layout.ts'

const note = z.object({
  key: z.string().describe('Name of the input, output or rule; empty for the whole'),
  message: z.string(),
})

export type FormNote = z.infer<typeof note>

const fieldState = z
  .object({
    input: z.string(),
    value: z.unknown(),
    options: z.array(z.unknown()).nullable().describe('What a list allows with the other inputs as they are'),
    min: z.unknown(),
    max: z.unknown(),
    hidden: z.boolean(),
    disabled: z.boolean(),
    problem: z.string().nullable().describe('Why the value is not allowed'),
  })
  .meta({ id: 'FieldState' })

export type FieldState = z.infer<typeof fieldState>

/** A calculator with inputs filled in: the state of every field, and the results. */
export const formState = z
  .object({
    versionId: z.uuid(),
    revision: z.string(),
    fields: z.array(fieldState),
    outputs: z.record(z.string(), z.unknown()).describe('Empty while an input is not allowed'),
    problems: z.array(note).describe('What is wrong beside the fields'),
    warnings: z.array(note),
  })
  .meta({ id: 'FormState' })

export type FormState = z.infer<typeof formState>

interface RunOfForm {
  readonly outputs: Readonly<Record<string, unknown>>
  readonly errors: readonly FormNote[]
  readonly warnings: readonly FormNote[]
  readonly validations: readonly {
    readonly name: string
    readonly min: unknown
    readonly max: unknown
    readonly options: readonly unknown[] | null
  }[]
}

/** The state of a form for a run with its inputs. Server and browser share this function, so that both agree. */
export function formStateOf(
  layout: FormLayout,
  version: Pick<FormState, 'versionId' | 'revision'>,
  values: Readonly<Record<string, unknown>>,
  { outputs, errors, warnings, validations }: RunOfForm,
): FormState {
  const fields = layout.sections.flatMap((section) => section.fields)
  const rules = new Map(validations.map((rule) => [rule.name, rule]))
  const names = new Set(fields.map(({ input }) => input))
  const problemOf = new Map(errors.filter(({ key }) => names.has(key)).map(({ key, message }) => [key, message]))
  return {
    ...version,
    fields: fields.map(({ input, shownIf, enabledIf }) => {
      const { options = null, min = null, max = null } = rules.get(input) ?? {}
      return {
        input,
        value: values[input] ?? null,
        options: options && [...options],
        min,
        max,
        hidden: !holds(shownIf, values),
        disabled: !holds(enabledIf, values),
        problem: problemOf.get(input) ?? null,
      }
    }),
    outputs: { ...outputs },
    problems: errors.filter(({ key }) => !names.has(key)).map(({ key, message }) => ({ key, message })),
    warnings: warnings.map(({ key, message }) => ({ key, message })),
  }
}

/** The state of a form for another layout of the same inputs: for a form being edited. */
export function stateInLayout(
  state: FormState,
  layout: FormLayout,
  values: Readonly<Record<string, unknown>>,
): FormState {
  const computed = new Map(state.fields.map((field) => [field.input, field]))
  const fields = layout.sections
    .flatMap((section) => section.fields)
    .flatMap(({ input, shownIf, enabledIf }) => {
      const field = computed.get(input)
      return field === undefined
        ? []
        : [{ ...field, hidden: !holds(shownIf, values), disabled: !holds(enabledIf, values) }]
    })
  const asked = new Set(fields.map(({ input }) => input))
  const elsewhere = state.fields.flatMap(({ input, problem }) =>
    problem === null || asked.has(input) ? [] : [{ key: input, message: problem }],
  )
  return { ...state, fields, problems: [...elsewhere, ...state.problems] }
}
