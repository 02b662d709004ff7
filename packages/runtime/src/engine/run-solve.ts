import type { Scalar } from '../values.ts'
import type { SolveResult } from './call.ts'
import type { Calculator } from './calculator.ts'
import { cellLabel } from './cell-label.ts'
import { goalSeek } from './goal-seek.ts'
import type { Messages } from './messages.ts'
import { cellsOfSolve, firstCell } from './port-cells.ts'
import type { PortPlace, Solve } from './ports.ts'

/** Looks for the value that a solve wants, and leaves it in the changing cell; undefined if the solve is not to run. */
export function runSolve(calculator: Calculator, solve: Solve, messages: Messages): SolveResult | undefined {
  const first = (place: PortPlace | undefined): Scalar => (place ? calculator.value(firstCell(place)) : null)
  const cell = cellLabel(calculator.sheetNames, firstCell(solve.place))
  const { changing, target } = solve
  calculator.announce(cellsOfSolve(solve), [])
  if (solve.runIf && !isTrue(first(solve.runIf))) return undefined
  const wanted = first(solve.targetValue)
  const before = calculator.value(changing)
  const guess = numberOf(first(solve.initialGuess)) ?? numberOf(before) ?? 0
  if (typeof wanted !== 'number') {
    messages.errors.push({
      key: solve.name,
      message: 'The target value of the solve is not a number.',
      cell,
    })
    return undefined
  }
  const limits = {
    lower: numberOf(first(solve.lowerBound)),
    upper: numberOf(first(solve.upperBound)),
  }
  calculator.announce([target], [])
  const result = goalSeek(
    (input) => {
      calculator.put(changing, input)
      const value = calculator.value(target)
      return typeof value === 'number' ? value - wanted : undefined
    },
    {
      algorithm: solve.algorithm,
      guess,
      ...limits,
      maxChange: solve.maxChange,
      maxIterations: solve.maxIterations,
    },
  )
  calculator.put(changing, result.found ? result.input : before)
  if (!result.found) {
    messages.errors.push({
      key: solve.name,
      message: `The solve found no value within ${solve.maxIterations} iterations.`,
      cell,
    })
  }
  return { name: solve.name, target: wanted, result }
}

function numberOf(value: Scalar): number | undefined {
  return typeof value === 'number' ? value : undefined
}

function isTrue(value: Scalar): boolean {
  if (typeof value === 'string') return /^(?:true|yes|y|1)$/i.test(value.trim())
  return value === true || (typeof value === 'number' && value !== 0)
}
