import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Scalar } from '@sheetwright/runtime/values.ts'
import { columnLetters } from '@sheetwright/runtime/functions/lookup/address.ts'
import { compiled } from '../support/compiled.ts'
import type { WorkbookContent } from '../support/make-workbook.ts'

/**
 * The same workbook in another layout gives the same values: on sheets with other names and in another order, with rows
 * and columns before its cells, with blank rows and columns among them. A table of data has texts, ascending numbers
 * and other numbers in its three columns; the formulas of the model read it and each other.
 */
const ROWS = 5

type Block = 'data' | 'model'

interface Layout {
  readonly names: Readonly<Record<Block, string>>
  readonly order: readonly Block[]
  readonly row: (row: number) => number
  readonly col: (col: number) => number
}

const plain: Layout = {
  names: { data: 'Data', model: 'Model' },
  order: ['data', 'model'],
  row: (row) => row,
  col: (col) => col,
}

const LAYOUTS: Readonly<Record<string, Layout>> = {
  'sheets with other names': { ...plain, names: { data: "It's 2024", model: 'R1C1' } },
  'sheets in another order': { ...plain, order: ['model', 'data'] },
  'rows and columns before': { ...plain, row: (row) => row + 9, col: (col) => col + 27 },
  'rows in between': { ...plain, row: (row) => (row > 2 ? row + 3 : row) },
  'rows and columns far apart': { ...plain, row: (row) => row * 11, col: (col) => col * 4 },
}

/** A formula written for a layout, seen from a place in the model. */
type Written = (layout: Layout, home: Block) => string

function address(layout: Layout, home: Block, block: Block, row: number, col: number, isFixed: boolean): string {
  const mark = isFixed ? '$' : ''
  const prefix = block === home ? '' : `'${layout.names[block].replaceAll("'", "''")}'!`
  return `${prefix}${mark}${columnLetters(layout.col(col) + 1)}${mark}${layout.row(row) + 1}`
}

const cell =
  (block: Block, row: number, col: number, isFixed = false): Written =>
  (layout, home) =>
    address(layout, home, block, row, col, isFixed)

const column =
  (block: Block, col: number, isFixed = true): Written =>
  (layout, home) =>
    `${address(layout, home, block, 0, col, isFixed)}:${address(layout, block, block, ROWS - 1, col, isFixed)}`

const table: Written = (layout, home) =>
  `${address(layout, home, 'data', 0, 0, true)}:${address(layout, 'data', 'data', ROWS - 1, 2, true)}`

/** A template with `?` as placeholders for parts. */
const filled =
  (template: string, ...parts: readonly Written[]): Written =>
  (layout, home) => {
    let next = 0
    return template.replaceAll('?', () => parts[next++]?.(layout, home) ?? '')
  }

const [texts, steps, numbers] = [column('data', 0), column('data', 1), column('data', 2)]

const datum = fc
  .tuple(fc.nat(ROWS - 1), fc.constantFrom(1, 2), fc.boolean())
  .map(([row, col, isFixed]) => cell('data', row, col, isFixed))
const word = fc.nat(ROWS - 1).map((row) => cell('data', row, 0))
const lookup = fc.oneof(
  word.map((key) => filled('XLOOKUP(?,?,?,-1)', key, texts, numbers)),
  word.map((key) => filled('INDEX(?,MATCH(?,?,0))', numbers, key, texts)),
  datum.map((value) => filled('LOOKUP(?,?,?)', value, steps, numbers)),
  datum.map((value) => filled('INDEX(?,MATCH(?,?,1))', texts, value, steps)),
  fc
    .tuple(word, fc.constantFrom('SUMIFS', 'MAXIFS', 'AVERAGEIFS'))
    .map(([key, name]) => filled(`${name}(?,?,?)`, numbers, texts, key)),
  datum.map((value) => filled('COUNTIFS(?,"<"&?,?,"?*")', steps, value, texts)),
  datum.map((value) => filled('SUMPRODUCT((?>?)*?)', steps, value, numbers)),
  fc.constantFrom(
    filled('SUM(?)', numbers),
    filled('AVERAGE(?)', steps),
    filled('MEDIAN(?)', numbers),
    filled('SUBTOTAL(9,?)', table),
    filled('SUM(INDEX(?,0,COLUMNS(?)))', table, table),
    filled('SUM(IFERROR(?/?,0))', numbers, steps),
    filled('NPV(0.1,?)', numbers),
  ),
)
const scalar = fc.oneof(datum, lookup)
const formula = fc.oneof(
  lookup,
  fc.tuple(scalar, scalar).map(([a, b]) => filled('?-?*2', a, b)),
  fc.tuple(scalar, scalar, scalar).map(([a, b, c]) => filled('IF(?>?,?,"low")', a, b, c)),
  fc.tuple(scalar, word).map(([a, b]) => filled('?&?', b, a)),
  fc.tuple(lookup, scalar).map(([a, b]) => filled('IFERROR(?,?)', a, b)),
  lookup.map((a) => filled('LET(x,?,IF(ISNUMBER(x),x+1,x))', a)),
)

interface Example {
  readonly words: readonly string[]
  readonly steps: readonly number[]
  readonly numbers: readonly number[]
  readonly formulas: readonly Written[]
  /** Does a formula also add the value of the row above it? */
  readonly isChained: readonly boolean[]
}

const example: fc.Arbitrary<Example> = fc.record({
  words: fc.array(fc.constantFrom('a', 'B', 'c', 'b', 'é'), { minLength: ROWS, maxLength: ROWS }),
  steps: fc
    .array(fc.integer({ min: 1, max: 4 }), { minLength: ROWS, maxLength: ROWS })
    .map((all) => all.map((_, i) => all.slice(0, i + 1).reduce((sum, step) => sum + step, 0))),
  numbers: fc.array(fc.constantFrom(-1, 0, 1, 2, 5, 0.1, 0.3, 1e6), { minLength: ROWS, maxLength: ROWS }),
  formulas: fc.array(formula, { minLength: ROWS, maxLength: ROWS }),
  isChained: fc.array(fc.boolean(), { minLength: ROWS, maxLength: ROWS }),
})

function laidOut(
  generated: Example,
  layout: Layout,
): { content: WorkbookContent; inputs: string[]; outputs: string[] } {
  const at = (row: number, col: number) => address(layout, 'data', 'data', row, col, false)
  const data: Record<string, Scalar> = {}
  for (let row = 0; row < ROWS; row++) {
    data[at(row, 0)] = generated.words[row] ?? ''
    data[at(row, 1)] = generated.steps[row] ?? 0
    data[at(row, 2)] = generated.numbers[row] ?? 0
  }
  const model: Record<string, Scalar> = {}
  generated.formulas.forEach((written, row) => {
    const text = written(layout, 'model')
    const above = row > 0 && generated.isChained[row] ? `&${cell('model', row - 1, 0)(layout, 'model')}` : ''
    model[at(row, 0)] = `=${text}${above}`
    model[at(row, 1)] = `=${column('model', 0)(layout, 'model').replaceAll('$', '').split(':')[0]}=${at(row, 0)}`
  })
  const sheets = Object.fromEntries(layout.order.map((block) => [layout.names[block], block === 'data' ? data : model]))
  const on = (block: Block, row: number, col: number) => `${layout.names[block]}!${at(row, col)}`
  const rows = Array.from({ length: ROWS }, (_, row) => row)
  return {
    content: { sheets },
    inputs: rows.flatMap((row) => [on('data', row, 1), on('data', row, 2)]),
    outputs: rows.flatMap((row) => [on('model', row, 0), on('model', row, 1)]),
  }
}

function valuesIn(generated: Example, layout: Layout): { evaluated: unknown[]; program: unknown[] } {
  const { content, inputs, outputs } = laidOut(generated, layout)
  const workbook = compiled(content, inputs, outputs)
  const [evaluated, program] = [workbook.evaluate({}), workbook.run({})]
  return { evaluated: outputs.map((place) => evaluated[place]), program: outputs.map((place) => program[place]) }
}

test.each(Object.entries(LAYOUTS))('%s change no value', (_name, layout) => {
  const isSame = (generated: Example): void => {
    const expected = valuesIn(generated, plain)
    expect(valuesIn(generated, layout)).toEqual(expected)
    expect(expected.program).toEqual(expected.evaluated)
  }
  fc.assert(fc.property(example, isSame), { seed: 27, numRuns: 40 })
})
