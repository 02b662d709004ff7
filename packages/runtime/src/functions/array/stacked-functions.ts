import { asMatrix } from '../../cells.ts'
import { errors, isLambda, type Lambda, type StackedFunctions, type Value } from '../../values.ts'

type Direction = StackedFunctions['direction']

/**
 * Functions stacked horizontally or vertically; texts stacked in the other direction name them. Anything else is not a
 * vector.
 */
export function stackFunctions(values: readonly Value[], direction: Direction): Value {
  if (!values.every(isLambda)) return named(values, direction)
  if (values.length === 1) return values[0] ?? errors.calc
  if (values.some((value) => value.stacked)) return errors.calc
  return vector({ direction, functions: values, labels: undefined })
}

/** `VSTACK(HSTACK(SUM,COUNT),{"Sum","Count"})` */
function named(values: readonly Value[], direction: Direction): Value {
  const [first, second, ...more] = values
  if (!isLambda(first) || second === undefined || isLambda(second) || more.length > 0) return errors.calc
  const stacked = first.stacked ?? { direction: otherOf(direction), functions: [first], labels: undefined }
  const texts = asMatrix(second)
  const isAcross = stacked.direction === 'across'
  const labels = texts.data.filter((text) => typeof text === 'string')
  const fits = (isAcross ? texts.rows : texts.cols) === 1 && texts.data.length === stacked.functions.length
  if (stacked.direction === direction || !fits || labels.length < texts.data.length) return errors.calc
  return vector({ ...stacked, labels })
}

function otherOf(direction: Direction): Direction {
  return direction === 'across' ? 'down' : 'across'
}

function vector(stacked: StackedFunctions): Lambda {
  return { kind: 'lambda', minArgs: 0, maxArgs: 0, stacked, call: () => errors.calc }
}

/** Every function of an argument, with the label of its results. */
export function functionsOf(lambda: Lambda): readonly { readonly lambda: Lambda; readonly label: string }[] {
  const { functions, labels } = lambda.stacked ?? { functions: [lambda], labels: undefined }
  return functions.map((each, index) => ({ lambda: each, label: labels?.[index] ?? each.name ?? 'CUSTOM' }))
}
