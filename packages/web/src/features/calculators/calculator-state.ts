import { mostScenarios } from '@sheetwright/contract/calculators/form-call.ts'
import type { FormLayout } from '@sheetwright/contract/calculators/form-layout.ts'
import type { FormSpec } from '@sheetwright/contract/calculators/form-spec.ts'

export type Values = Readonly<Record<string, unknown>>

/** What the user entered: for each scenario, the inputs that differ from the initial values. */
export interface CalculatorState {
  readonly scenarios: readonly Values[]
  readonly active: number
}

export const nothingEntered: CalculatorState = { scenarios: [{}], active: 0 }

/** The initial values of the form. */
export function startOf({ layout, inputs }: Pick<FormSpec, 'layout' | 'inputs'>): Values {
  const own = new Map(fieldsOf(layout).map((field) => [field.input, field]))
  return Object.fromEntries(
    inputs.map(({ name, default: saved }) => {
      const field = own.get(name)
      return [name, field !== undefined && 'default' in field ? field.default : (saved ?? null)]
    }),
  )
}

export function fieldsOf(layout: FormLayout) {
  return layout.sections.flatMap((section) => section.fields)
}

/** Changes the active scenario; inputs with their initial value are not stored. */
export function withValue(state: CalculatorState, start: Values, name: string, value: unknown): CalculatorState {
  const { [name]: _before, ...others } = state.scenarios[state.active] ?? {}
  const isStart = JSON.stringify(value) === JSON.stringify(start[name])
  const changed = isStart ? others : { ...others, [name]: value }
  return { ...state, scenarios: state.scenarios.map((each, index) => (index === state.active ? changed : each)) }
}

export function withCopy(state: CalculatorState): CalculatorState {
  if (state.scenarios.length >= mostScenarios) return state
  const copy = state.scenarios[state.active] ?? {}
  return { scenarios: [...state.scenarios, copy], active: state.scenarios.length }
}

export function withoutScenario(state: CalculatorState, index: number): CalculatorState {
  if (state.scenarios.length === 1) return nothingEntered
  const scenarios = state.scenarios.filter((_, each) => each !== index)
  return { scenarios, active: Math.min(state.active, scenarios.length - 1) }
}

export function scenarioName(index: number): string {
  return String.fromCharCode('A'.charCodeAt(0) + index)
}
