import type { Calculator } from './calculator.ts'
import { type Json, toJson } from './json-values.ts'
import type { CellPort, Port, PortValidation, ValidationRule } from './ports.ts'
import { ExcelError, type Scalar } from '../values.ts'

/** What an input's data validation allows with the current inputs. */
export interface InputValidation {
  readonly name: string
  readonly min: Json
  readonly max: Json
  readonly options: readonly Json[] | null
}

/** Reads the limits and lists of validations from a calculator that holds a caller's inputs. */
export function describeValidations(inputs: readonly Port[], calculator: Calculator): InputValidation[] {
  // Computes all in one run if they are not computed yet.
  calculator.announce([], inputs.filter(hasRule))
  return inputs.flatMap((port) => {
    if (!hasRule(port)) return []
    const { rule } = port.validation
    return [{ name: port.name, ...limitsOf(port, rule, calculator), options: optionsOf(port, rule, calculator) }]
  })
}

function hasRule(port: Port): port is CellPort & { readonly validation: PortValidation } {
  return port.shape === 'cell' && port.validation !== undefined
}

type Bound = 'formula1' | 'formula2'

/** The lower and upper limit formulas of each rule. */
const bounds: Record<ValidationRule['operator'], { readonly min?: Bound; readonly max?: Bound }> = {
  between: { min: 'formula1', max: 'formula2' },
  notBetween: {},
  equal: { min: 'formula1', max: 'formula1' },
  notEqual: {},
  lessThan: { max: 'formula1' },
  lessThanOrEqual: { max: 'formula1' },
  greaterThan: { min: 'formula1' },
  greaterThanOrEqual: { min: 'formula1' },
}

const ranged: ReadonlySet<ValidationRule['type']> = new Set(['whole', 'decimal', 'date', 'time', 'textLength'])

function limitsOf(port: CellPort, rule: ValidationRule, calculator: Calculator): { min: Json; max: Json } {
  if (!ranged.has(rule.type)) return { min: null, max: null }
  const { min, max } = bounds[rule.operator]
  // The length of a text is a number, whatever the text's type.
  const type = rule.type === 'textLength' ? 'integer' : port.type
  const read = (bound: Bound | undefined): Json => {
    if (bound === undefined || rule[bound] === undefined) return null
    return shown(calculator.limit(port, bound), (value) => toJson(value, type, calculator.date1904))
  }
  return { min: read(min), max: read(max) }
}

function optionsOf(port: CellPort, rule: ValidationRule, calculator: Calculator): Json[] | null {
  if (rule.type !== 'list') return null
  const choices = rule.items ?? calculator.choices(port)
  return choices.map((choice) => shown(choice, (value) => toJson(value, port.type, calculator.date1904)))
}

function shown(value: Scalar, convert: (value: Scalar) => Json): Json {
  return value instanceof ExcelError ? null : convert(value)
}
