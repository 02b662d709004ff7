import type { Scalar } from '@sheetwright/runtime/values.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { evaluatorTrace } from '../../src/evaluate/trace-errors.ts'
import { evaluated } from '../support/evaluate.ts'

/** A data table in E2:E4 that puts D2:D4 into A1 and shows the result of E1. */
const DATA_TABLE = {
  sheet: 'Sheet1',
  range: 'E2:E4',
  inputs: { shape: 'column', columnInput: { row: 0, col: 0 } },
} as const

function withTable(cells: Record<string, Scalar>) {
  return evaluated({ sheets: { Sheet1: { D2: 10, D3: 20, D4: 30, ...cells } }, dataTables: [DATA_TABLE] })
}

describe('a data table', () => {
  test('leaves cells that INDIRECT reads as they are, whoever is computed first', () => {
    const cells = { A1: 1, A2: '=A1*2', A3: '=A2+1', B1: '=INDIRECT("A3")', E1: '=B1' }
    for (const order of [
      ['E2', 'A3', 'E4'],
      ['A3', 'E2', 'E4'],
    ]) {
      const { at } = withTable(cells)
      expect(Object.fromEntries(order.map((cell) => [cell, at(cell)]))).toEqual({ E2: 21, A3: 3, E4: 61 })
    }
  })

  test('computes cells anew that seem to need each other', () => {
    // B1 and B2 refer to each other, but never both at once.
    const { at } = withTable({ A1: 1, B1: '=IF(A1>0,A1,B2)', B2: '=IF(A1>0,B1*2,5)', E1: '=B2' })
    expect([at('E1'), at('E2'), at('E3'), at('E1')]).toEqual([2, 20, 40, 2])
  })

  test('sees arrays as they spill with its values', () => {
    const { at } = withTable({ A1: 2, 'G1:G2': '#=SEQUENCE(A1)', E1: '=SUM(G1#)', F1: '=SUM(G1:G40)' })
    expect([at('E2'), at('E4'), at('E1'), at('F1'), at('G2'), at('G3')]).toEqual([55, 465, 3, 3, 2, null])
  })

  test('stands at the end of long chains and at their beginning', () => {
    const chain = Object.fromEntries(
      Array.from({ length: 400 }, (_, i) => [`B${i + 2}`, `=B${i + 1}+IF($A$1>5,1,0)`] as const),
    )
    const { at, evaluator } = withTable({
      A1: 1,
      B1: '=A1',
      ...chain,
      E1: '=B401',
      F1: '=SUM(E2:E4)/0',
      G1: '=F1+B401',
    })
    const trace = evaluatorTrace(evaluator)
    expect(trace.grid({ sheet: 0, top: 1, left: 4, bottom: 3, right: 4 }).at(0, 0)).toBe(410)
    expect([at('E2'), at('G1'), at('B401')]).toEqual([410, '#DIV/0!', 1])
  })
})

describe('the order in which cells are asked for', () => {
  const PLACES = ['A2', 'A3', 'A4', 'A5', 'B1', 'B2', 'B3', 'B4', 'B5', 'C1', 'C2', 'C3', 'C4', 'C5']
  const formula = (i: number) => {
    const before = fc.constantFrom('A1', ...PLACES.slice(0, i))
    return fc.oneof(
      fc.tuple(before, before).map(([a, b]) => `=${a}+${b}`),
      before.map((a) => `=INDIRECT("${a}")*2`),
      before.map((a) => `=IF(A1>15,${a},1)`),
      before.map((a) => `=SUM(A1:${a})-SUM(A1:${a})+${a}`.replaceAll(/A1:[BC]\d/g, 'A1')),
      before.map((a) => `=VLOOKUP(A1,D2:D4,1)+${a}`),
      before.map((a) => `=OFFSET(A1,${Number(a.slice(1)) - 1},${a.charCodeAt(0) - 65})`),
      fc.integer({ min: 1, max: 9 }),
    )
  }
  const workbooks = fc.record({
    cells: fc.tuple(...PLACES.map((_, i) => formula(i))),
    target: fc.constantFrom(...PLACES),
    order: fc.shuffledSubarray([...PLACES, 'E1', 'E2', 'E3', 'E4', 'F1'], { minLength: 19 }),
  })

  test('changes no value, nor does a data table, nor asking twice', () => {
    fc.assert(
      fc.property(workbooks, ({ cells, target, order }) => {
        const content: Record<string, Scalar> = { A1: 12, E1: `=${target}`, F1: '=SUM(E2:E4)' }
        PLACES.forEach((place, i) => (content[place] = cells[i] ?? null))
        const asked = (places: readonly string[], table: boolean) => {
          const { at } = evaluated({
            sheets: { Sheet1: { D2: 10, D3: 20, D4: 30, ...content } },
            ...(table ? { dataTables: [DATA_TABLE] } : {}),
          })
          const values = Object.fromEntries(places.map((place) => [place, at(place)]))
          for (const place of places) expect([place, at(place)]).toEqual([place, values[place]])
          return values
        }
        const shuffled = asked(order, true)
        expect(asked(order.toSorted(), true)).toEqual(shuffled)
        const without = asked(PLACES, false)
        for (const place of PLACES) expect([place, shuffled[place]]).toEqual([place, without[place]])
        // Each cell of the table equals the target's result for that value.
        for (const [i, value] of [10, 20, 30].entries()) {
          const { at, evaluator } = evaluated({ sheets: { Sheet1: { D2: 10, D3: 20, D4: 30, ...content } } })
          evaluator.setInput(0, 0, 0, value)
          expect([value, shuffled[`E${i + 2}`]]).toEqual([value, at('E1')])
        }
      }),
      { numRuns: 150 },
    )
  })
})
