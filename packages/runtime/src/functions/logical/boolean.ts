import { cellsOf } from '../../cells.ts'
import { toBoolean } from '../../coerce.ts'
import { ExcelError, errors, type Scalar } from '../../values.ts'
import { type Argument, define, defineRepeating, type FunctionDefinition } from '../definition.ts'

/**
 * The booleans among arguments. In cells and arrays only numbers and booleans count; a text typed into the call counts
 * if it reads TRUE or FALSE and is skipped otherwise. #VALUE! if nothing counts.
 */
function truths(args: readonly Argument[]): boolean[] | ExcelError {
  const found: boolean[] = []
  for (const argument of args) {
    if (argument.from === 'literal') {
      const truth = literalTruth(argument.value)
      if (truth instanceof ExcelError) return truth
      if (truth !== undefined) found.push(truth)
      continue
    }
    for (const cell of cellsOf(argument.from === 'array' ? argument.grid : argument.reference)) {
      if (cell instanceof ExcelError) return cell
      if (typeof cell === 'boolean') found.push(cell)
      else if (typeof cell === 'number') found.push(cell !== 0)
    }
  }
  return found.length === 0 ? errors.value : found
}

function literalTruth(value: Scalar): boolean | ExcelError | undefined {
  const truth = toBoolean(value)
  return typeof value === 'string' && truth instanceof ExcelError ? undefined : truth
}

function combine(name: string, decide: (all: readonly boolean[]) => boolean): FunctionDefinition {
  return defineRepeating({
    name,
    params: [],
    repeated: [{ name: 'logical', kind: 'argument' }],
    body: (_context, ...args) => {
      const all = truths(args)
      return all instanceof ExcelError ? all : decide(all)
    },
  })
}

export const booleanFunctions: readonly FunctionDefinition[] = [
  combine('AND', (all) => all.every(Boolean)),
  combine('OR', (all) => all.some(Boolean)),
  combine('XOR', (all) => all.filter(Boolean).length % 2 === 1),
  define({ name: 'NOT', params: [{ name: 'logical', kind: 'boolean' }], body: (_context, logical) => !logical }),
  define({ name: 'TRUE', params: [], body: () => true }),
  define({ name: 'FALSE', params: [], body: () => false }),
]
