import vm from 'node:vm'
import { describe, expect, it } from 'vitest'
import type { CallContext, Param } from '../src/functions/definition.ts'
import { functions } from '../src/functions/registry.ts'
import { type CallArgument, invoke } from '../src/invoke.ts'
import { CalculationEnded, StepsExceeded } from '../src/program/steps.ts'
import { errors, Matrix, type Scalar } from '../src/values.ts'

/** What a call may charge: far less than the largest arguments would make it work. */
const BUDGET = 50_000
const TRIES = 12
/** Ends a call that goes on without counting, so that the test can name it. */
const ENDED_AFTER_MS = 30_000

const LONG = 32_767
const numbers: readonly number[] = [1e13, 1e300, -1e13, 0.5, 1, Number.MAX_SAFE_INTEGER, 0, 2_958_465, 1e-12, 2, 1e6]
const texts: readonly string[] = [
  'a'.repeat(LONG),
  `${'1'.repeat(LONG - 1)}x`,
  'ab'.repeat(LONG / 2),
  '1 '.repeat(LONG / 2),
  '<'.repeat(LONG),
  '*?'.repeat(LONG / 2),
  '(a*)*b',
  'a',
]
const column = (cell: (i: number) => Scalar, rows = 4000, cols = 1) =>
  new Matrix(
    rows,
    cols,
    Array.from({ length: rows * cols }, (_, i) => cell(i)),
  )
const grids: readonly Matrix[] = [
  column((i) => i + 1),
  column((i) => `t${i}`),
  column((i) => (i % 2 ? i : -i)),
  column(() => 1),
  column((i) => i, 60, 60),
]

/** The same arguments at every run. */
class Choice {
  private state: number

  constructor(name: string) {
    this.state = Array.from(name).reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) >>> 0, 7)
  }

  of<T>(list: readonly T[]): T {
    this.state = (Math.imul(this.state, 1_103_515_245) + 12_345) >>> 0
    return list[(this.state >>> 8) % list.length] as T
  }
}

function argumentFor({ kind }: Param, choice: Choice): CallArgument {
  switch (kind) {
    case 'number':
    case 'reference':
      return choice.of(numbers)
    case 'boolean':
      return choice.of([true, false])
    case 'text':
      return choice.of([...texts, ...numbers])
    case 'scalar':
      return choice.of([...numbers, ...texts])
    case 'grid':
    case 'argument':
      return choice.of([...grids, ...grids, ...numbers])
    case 'lazy':
      return () => 1
    default:
      return choice.of([...numbers, ...texts, ...grids])
  }
}

let left = BUDGET
const context: CallContext = {
  now: () => 46_000,
  random: () => 0.5,
  date1904: false,
  locale: 'en-US',
  charge: (steps) => {
    left -= steps
    if (left < 0) throw new StepsExceeded(BUDGET)
  },
  cell: { sheet: 0, row: 0, col: 0 },
  workbook: {
    sheetNames: ['S'],
    reference: () => {
      throw new StepsExceeded(BUDGET)
    },
    resolveText: () => errors.ref,
    formulaText: () => undefined,
    valueFurtherDown: () => undefined,
    look: () => ({ numberFormat: 'General', locked: true, horizontal: undefined }),
    fact: () => '',
    columnWidth: () => 8,
  },
}

let call: () => void = () => undefined
const world = vm.createContext({ call: () => call() })
const script = new vm.Script('call()')

/** False when the call had to be ended from outside. */
function ends(work: () => void): boolean {
  left = BUDGET
  call = () => {
    try {
      work()
    } catch (reason) {
      if (!(reason instanceof CalculationEnded)) throw reason
    }
  }
  try {
    script.runInContext(world, { timeout: ENDED_AFTER_MS })
    return true
  } catch (reason) {
    if ((reason as { code?: string }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return false
    throw reason
  }
}

describe('every function ends by itself or by the step budget, with the largest arguments of each kind', () => {
  it.each([...new Set(functions.values())].map((definition) => [definition.name, definition] as const))(
    '%s',
    (name, definition) => {
      const choice = new Choice(name)
      const { params } = definition
      const needed = params.findLastIndex(({ optional }) => optional !== true) + 1
      for (let i = 0; i < (params.length === 0 ? 1 : TRIES); i++) {
        const args = params.slice(0, i % 2 ? params.length : needed).map((param) => argumentFor(param, choice))
        const shown = args.map((value) => (typeof value === 'string' ? value.slice(0, 10) : value))
        expect(ends(() => invoke(definition, context, args, false)) || shown).toBe(true)
      }
    },
  )
})

it.each([
  ['AMORDEGRC', [1e15, 1, 2, 0, 1e12, 1e-12]],
  ['DB', [1e15, 1e14, 1e13, 1e12]],
  ['BINOM.DIST.RANGE', [1e300, 0.5, 1e299, 1e299]],
  ['HYPGEOM.DIST', [1e12, 1e13, 1e13, 1e14, true]],
  ['GAMMA.INV', [0.5, 1e300, 1]],
  ['VDB', [1e15, 0, 1e13, 1e12, 1e12 + 1]],
] as const)('%s is ended by the step budget', (name, args) => {
  const definition = functions.get(name)
  left = BUDGET
  expect(() => definition && invoke(definition, context, args, false)).toThrow(StepsExceeded)
})

it('a text that would outgrow a cell is not made', () => {
  const a = 'a'.repeat(LONG)
  const substitute = functions.get('SUBSTITUTE')
  const replace = functions.get('REGEXREPLACE')
  left = 1e9
  expect(substitute && invoke(substitute, context, [a, 'a', a], false)).toBe(errors.value)
  expect(replace && invoke(replace, context, [a, 'a', a], false)).toBe(errors.value)
})
