import fc from 'fast-check'
import { describe, it } from 'vitest'
import type { Scalar } from '@sheetwright/runtime/values.ts'
import { eachOff, expectAgreement } from '../support/agreement.ts'

/**
 * Projections: columns that start with a special formula and continue line by line, totals over them, and lookups.
 * Nearly all values are numbers, so that the typed paths run; occasionally another value forces the exact way.
 */
const ROWS = 12
const INPUTS = ['P!N1', 'P!N2', 'P!N3', 'P!N4']
const COLUMNS = ['E', 'F', 'G', 'H', 'I'] as const

const amount = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -5, max: 60 }) },
  {
    weight: 6,
    arbitrary: fc.double({ min: -50, max: 500, noNaN: true }).map((x) => Math.round(x * 1000) / 1000 || 0),
  },
  { weight: 1, arbitrary: fc.constantFrom(0, 1e-300, -1e-200, 1e300, 0.5, 2.675, 1.005) },
)
const label = fc.constantFrom('Gold', 'gold', 'Silver', 'BASE', 'ba?e', 'Straße', 'STRASSE', '', '7')
const rare: fc.Arbitrary<Scalar> = fc.oneof(
  { weight: 12, arbitrary: amount },
  { weight: 1, arbitrary: label },
  { weight: 1, arbitrary: fc.constantFrom(true, false, null) },
)

/** Sorted keys, labels and amounts are in A, B and C; D counts the lines. */
interface Projection {
  readonly keys: readonly number[]
  readonly labels: readonly string[]
  readonly amounts: readonly Scalar[]
  readonly firsts: readonly string[]
  readonly columns: readonly string[]
  readonly totals: readonly string[]
  readonly defaults: readonly Scalar[]
  /** Rows and columns are swapped. */
  readonly isAcross: boolean
  readonly inputs: readonly (readonly Scalar[])[]
}

/** `#` is the row of the cell, `@` the row above and `~` the one above that. */
function formula(column: number): fc.Arbitrary<string> {
  const earlier = ['A', 'C', 'D', ...COLUMNS.slice(0, column)]
  const cell = fc.oneof(
    fc.constantFrom(...earlier).map((name) => `${name}#`),
    fc.constantFrom(...COLUMNS.slice(0, column + 1)).map((name) => `${name}@`),
    fc.constantFrom('$N$1', '$N$2', '$N$3'),
    // Of a whole column, a formula sees the cell in its own row.
    fc.constantFrom(...earlier).map((name) => `$${name}$1:$${name}$${ROWS}`),
  )
  const test = fc.oneof(
    fc.tuple(cell, fc.constantFrom('<', '<=', '>', '>=', '=', '<>'), cell).map((parts) => parts.join('')),
    fc
      .tuple(
        fc.constantFrom('$N$4', 'B#'),
        label.filter((one) => one !== ''),
      )
      .map(([a, b]) => `${a}="${b}"`),
  )
  return fc.letrec<{ value: string }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      cell,
      cell,
      fc.constantFrom('1', '0.5', '12', '0'),
      fc.tuple(tie('value'), fc.constantFrom('+', '-', '*', '/', '^'), tie('value')).map((p) => `(${p.join('')})`),
      fc.tuple(test, tie('value'), tie('value')).map(([a, b, c]) => `IF(${a},${b},${c})`),
      fc
        .tuple(fc.constantFrom('ROUND', 'ROUNDUP', 'ROUNDDOWN', 'TRUNC'), tie('value'), fc.integer({ min: 0, max: 3 }))
        .map(([f, a, n]) => `${f}(${a},${n})`),
      fc.tuple(fc.constantFrom('MAX', 'MIN'), tie('value'), tie('value')).map(([f, a, b]) => `${f}(${a},${b})`),
      fc
        .tuple(fc.constantFrom('ABS', 'INT', 'EXP', 'ATAN2'), tie('value'))
        .map(([f, a]) => (f === 'ATAN2' ? `${f}(-1,${a})` : `${f}(${a})`)),
      fc.tuple(tie('value'), tie('value')).map(([a, b]) => `IFERROR(${a},${b})`),
      fc
        .tuple(
          fc.constantFrom('SUM', 'MAX', 'MIN', 'AVERAGE'),
          fc.constantFrom('C', ...COLUMNS.slice(0, column)),
          fc.constantFrom('~:#', '@:#', '$1:#', '$1:@', '$1:$5'),
        )
        .map(([f, name, rows]) => `${f}(${name}${rows.replace(':', `:${name}`)})`),
      fc
        .tuple(fc.constantFrom('SUM', 'MAX', 'MIN', 'AVERAGE', 'COUNT'), fc.constantFrom('#', '@'))
        .map(([f, row]) => (column === 0 ? `${f}(C#:D#)` : `${f}(C${row}:${COLUMNS[column - 1]}${row})`)),
      fc
        .tuple(tie('value'), fc.constantFrom('D', ...COLUMNS.slice(0, column)), fc.constantFrom('FALSE', 'TRUE'))
        .map(([a, name, r]) => `VLOOKUP(${a},$A$1:$${name}$${ROWS},${name.charCodeAt(0) - 64},${r})`),
      fc
        .tuple(tie('value'), fc.constantFrom('D', ...COLUMNS.slice(0, column)), fc.constantFrom('0', '1'))
        .map(([a, name, t]) => `MATCH(${a},$${name}$1:$${name}$${ROWS},${t})`),
      fc.tuple(tie('value'), fc.constantFrom('C#:D#', 'A#:C#')).map(([a, r]) => `INDEX(${r},1,${a})`),
      fc.tuple(test, tie('value')).map(([a, b]) => `IF(${a},"",${b})`),
      fc
        .tuple(
          tie('value'),
          fc.constantFrom('A', 'B', 'D', ...COLUMNS.slice(0, column)),
          fc.constantFrom('C', 'B', ...COLUMNS.slice(0, column)),
          fc.constantFrom('', ',-1', ',"none"', ',,0', ',,-1'),
        )
        .map(
          ([a, keys, values, more]) =>
            `XLOOKUP(${a},$${keys}$1:$${keys}$${ROWS},$${values}$1:$${values}$${ROWS}${more})`,
        ),
      fc
        .tuple(fc.constantFrom('$N$4', '"Gold"', 'B#', '$N$1'), fc.constantFrom('B', 'A'))
        .map(([a, keys]) => `XMATCH(${a},$${keys}$1:$${keys}$${ROWS})`),
      fc
        .tuple(tie('value'), fc.constantFrom('A', 'D', ...COLUMNS.slice(0, column)))
        .map(([a, keys]) => `LOOKUP(${a},$${keys}$1:$${keys}$${ROWS},$C$1:$C$${ROWS})`),
      fc.tuple(tie('value'), tie('value')).map(([a, b]) => `LET(x,${a},y,x+${b},x*y-x)`),
      fc
        .tuple(tie('value'), fc.constantFrom('C', 'D', ...COLUMNS.slice(0, column)), tie('value'))
        .map(([a, name, b]) => `IFERROR(INDEX($${name}$1:$${name}$${ROWS},MATCH(${a},$A$1:$A$${ROWS},0)),${b})`),
      fc
        .tuple(
          fc.constantFrom('SUMIFS', 'AVERAGEIFS', 'MAXIFS'),
          fc.constantFrom('C', ...COLUMNS.slice(0, column)),
          tie('value'),
        )
        .map(([f, name, b]) => `IFERROR(${f}($${name}$1:$${name}$${ROWS},$A$1:$A$${ROWS},">"&$N$1),${b})`),
      fc
        .tuple(tie('value'), fc.constantFrom('0', '1'))
        .map(([a, t]) => `INDEX($C$1:$C$${ROWS},MATCH(${a},$A$1:$A$${ROWS},${t}))`),
    ),
  })).value
}

function total(): fc.Arbitrary<string> {
  const range = fc
    .tuple(fc.constantFrom(...COLUMNS, 'C'), fc.constantFrom(`1`, `2`, `3`), fc.constantFrom(ROWS, ROWS - 2))
    .map(([name, from, to]) => `${name}${from}:${name}${to}`)
  const whole = fc.constantFrom(...COLUMNS, 'C', 'D').map((name) => `${name}1:${name}${ROWS}`)
  const factor = fc.oneof(
    whole,
    fc.tuple(whole, fc.constantFrom('+', '-', '*', '/'), whole).map(([a, o, b]) => `(${a}${o}${b})`),
    fc
      .tuple(whole, fc.constantFrom('>', '<=', '='), fc.constantFrom('$N$1', '3'))
      .map(([a, o, b]) => `--(${a}${o}${b})`),
  )
  return fc.oneof(
    fc.tuple(fc.constantFrom('SUM', 'MAX', 'MIN', 'AVERAGE', 'COUNT'), range).map(([f, a]) => `${f}(${a})`),
    fc.array(factor, { minLength: 1, maxLength: 3 }).map((list) => `SUMPRODUCT(${list.join(',')})`),
    fc
      .tuple(whole, fc.constantFrom('>3', '<=0', '>=-2.5', '<60', '=3', '<>0'), fc.option(whole, { nil: undefined }))
      .map(([a, b, c]) => (c === undefined ? `COUNTIF(${a},"${b}")+SUMIF(${a},"${b}")` : `SUMIF(${a},"${b}",${c})`)),
    fc.tuple(fc.constantFrom('0.01', '$N$1', '$N$2/100'), range).map(([rate, a]) => `NPV(${rate},${a})`),
    fc.tuple(whole, whole).map(([a, b]) => `IF(SUM(${a})=0,0,SUMPRODUCT(${a},${b})/SUM(${a}))`),
    fc
      .tuple(fc.constantFrom('SUM', 'MAX', 'MIN', 'AVERAGE', 'COUNT'), fc.integer({ min: 2, max: ROWS }))
      .map(([f, row]) => `${f}(C${row}:I${row})`),
    fc
      .tuple(
        fc.constantFrom('SUMIFS', 'MINIFS', 'MAXIFS', 'AVERAGEIFS'),
        whole,
        fc.constantFrom(`A1:A${ROWS}`, `B1:B${ROWS}`, `D1:D${ROWS}`, `E1:E${ROWS}`),
        fc.constantFrom('">3"', '"<=20"', '"gold"', '$N$4', '$N$1', '">="&$N$2', '"<>0"'),
      )
      .map(([f, values, keys, criterion]) => `${f}(${values},${keys},${criterion})`),
    fc
      .tuple(whole, fc.constantFrom('">3"', '$N$1', '"<"&$N$1'), whole)
      .map(([keys, criterion, values]) => `AVERAGEIF(${keys},${criterion},${values})`),
    fc.tuple(range, fc.constantFrom('1', '$N$1')).map(([a, b]) => `IFERROR(SUM(${a})/${b},-1)`),
  )
}

const projections: fc.Arbitrary<Projection> = fc.record({
  keys: fc
    .array(fc.integer({ min: -5, max: 60 }), { minLength: ROWS, maxLength: ROWS })
    .map((list) => list.toSorted((a, b) => a - b)),
  labels: fc.array(label, { minLength: ROWS, maxLength: ROWS }),
  amounts: fc.array(rare, { minLength: ROWS, maxLength: ROWS }),
  firsts: fc.array(fc.constantFrom('1', '=N1', '=N2/2', '=1/(1+N3)', '=E1', '=IF(N4="gold",N1,N2)', '=ROUND(N2,1)'), {
    minLength: COLUMNS.length,
    maxLength: COLUMNS.length,
  }),
  columns: fc.tuple(...COLUMNS.map((_, i) => formula(i))),
  totals: fc.array(total(), { minLength: 4, maxLength: 4 }),
  isAcross: fc.boolean(),
  defaults: fc.tuple(amount, amount, amount, label),
  inputs: fc.array(fc.tuple(rare, amount, rare, fc.oneof(label, rare)), { minLength: 3, maxLength: 3 }),
})

/** An address or formula with rows and columns swapped. */
function turned(text: string): string {
  return text.replace(
    /(?<![A-Za-z"])(\$?)([A-Z])(\$?)(\d+)(?![\d("])/g,
    (_, fixedCol: string, col: string, fixedRow: string, row: string) =>
      `${fixedRow}${String.fromCharCode(64 + Number(row))}${fixedCol}${col.charCodeAt(0) - 64}`,
  )
}

function inputsOf({ isAcross }: Projection): string[] {
  return INPUTS.map((address) => (isAcross ? `P!${turned(address.slice(2))}` : address))
}

function contentOf(example: Projection) {
  const { cells, outputs } = uprightContentOf(example)
  if (!example.isAcross) return { content: { sheets: { P: cells } }, outputs }
  const turnedCells = Object.entries(cells).map(([address, value]) => [
    turned(address),
    typeof value === 'string' && value.startsWith('=') ? turned(value) : value,
  ])
  return {
    content: { sheets: { P: Object.fromEntries(turnedCells) as Record<string, Scalar> } },
    outputs: outputs.map((address) => `P!${turned(address.slice(2))}`),
  }
}

function uprightContentOf({ keys, labels, amounts, firsts, columns, totals, defaults }: Projection) {
  const cells: Record<string, Scalar> = {}
  const outputs: string[] = []
  for (let row = 1; row <= ROWS; row++) {
    cells[`A${row}`] = keys[row - 1] ?? null
    cells[`B${row}`] = labels[row - 1] ?? null
    cells[`C${row}`] = amounts[row - 1] ?? null
    cells[`D${row}`] = row
    COLUMNS.forEach((name, i) => {
      const first = firsts[i] ?? '1'
      const start = name === 'E' && first === '=E1' ? '=N3' : first
      cells[`${name}${row}`] =
        row === 1
          ? start === '1'
            ? 1
            : start
          : `=${columns[i]
              ?.replaceAll('#', String(row))
              .replaceAll('~', String(Math.max(1, row - 2)))
              .replaceAll('@', String(row - 1))}`
      outputs.push(`P!${name}${row}`)
    })
  }
  totals.forEach((one, i) => {
    cells[`L${i + 1}`] = `=${one}`
    outputs.push(`P!L${i + 1}`)
  })
  defaults.forEach((value, i) => (cells[`N${i + 1}`] = value))
  return { cells, outputs }
}

const workbooks = { generated: projections, contentOf, inputsOf }

describe('a compiled projection', () => {
  it('gives what the reference evaluator gives', () => {
    expectAgreement(workbooks, { seed: 1201, numRuns: 800 })
  })

  it.each(eachOff)('gives the same without %s', (_, optimisations) => {
    expectAgreement(workbooks, { seed: 78, numRuns: 60 }, optimisations)
  })
})
