import { functions } from '@sheetwright/runtime/functions/registry.ts'
import { describe, expect, it } from 'vitest'
import { BoundWorkbook } from '../../src/3-bind/bind-workbook.ts'
import { findPorts } from '../../src/3-bind/ports/find-ports.ts'
import { problemsOfMarks, withMarkedPorts } from '../../src/3-bind/ports/marked-ports.ts'
import { Diagnostics } from '../../src/diagnostics/diagnostics.ts'
import { anchorMarks, carryOver } from '../../src/propose/anchors.ts'
import { makeWorkbook, type SheetContent } from '../support/make-workbook.ts'

const SHEET = "Year's sheet"

const before: SheetContent = {
  A1: 'Amount',
  B1: 100,
  A2: 'Rate',
  B2: 0.05,
  C2: 0.06,
  A4: 'Interest',
  B4: '=B1*B2',
  A6: 'Age',
  B6: 'Rate',
  A7: 20,
  B7: 1,
  A8: 30,
  B8: 2,
}
const marks = {
  inputs: [
    { name: 'Amount', cell: `${SHEET}!B1`, description: 'In euro' },
    { name: 'Rates', cell: `${SHEET}!A6:B8` },
  ],
  outputs: [{ name: 'Interest', cell: `${SHEET}!B4`, type: 'currency' as const }],
}
const book = (cells: SheetContent, names = {}) => makeWorkbook({ sheets: { [SHEET]: cells }, names })

describe('marked inputs and outputs', () => {
  it('take the place of those that names declare, with description and type', () => {
    const named = book(before, { Xinput_Old: `'Year''s sheet'!$C$2`, Xoutput_Interest: `'Year''s sheet'!$B$1` })
    const diagnostics = new Diagnostics()
    const ports = findPorts(new BoundWorkbook(withMarkedPorts(named, marks), functions, diagnostics), diagnostics)
    expect(diagnostics.list).toEqual([])
    expect(ports.inputs).toMatchObject([
      { name: 'Amount', description: 'In euro', default: 100 },
      { name: 'Rates', shape: 'block', columns: [{ heading: 'Age' }, { heading: 'Rate' }] },
    ])
    expect(ports.outputs).toMatchObject([{ name: 'Interest', type: 'currency', description: 'Interest' }])
  })

  it('are refused one by one where they name no cells or a name twice', () => {
    const problems = problemsOfMarks(book(before), {
      inputs: [
        { name: 'A', cell: 'Elsewhere!B1' },
        { name: 'a', cell: `${SHEET}!B1` },
        { name: 'B', cell: `${SHEET}!` },
      ],
      outputs: [],
    })
    expect(problems.map(({ field }) => field)).toEqual(['inputs[0].cell', 'inputs[1].name', 'inputs[2].cell'])
  })

  it('are found again by their labels after rows were inserted, blocks with the rows they got', () => {
    const later: SheetContent = {
      A1: 'Title',
      A3: 'Amount',
      B3: 120,
      A4: 'Rate',
      B4: 0.05,
      A7: 'Interest',
      B7: '=B3*B4',
      A9: 'Age',
      B9: 'Rate',
      A10: 20,
      B10: 1,
      A11: 25,
      B11: 2,
      A12: 30,
      B12: 2,
    }
    const { marked, moved, lost } = carryOver(book(later), anchorMarks(book(before), marks))
    expect(lost).toEqual([])
    expect(marked.inputs.map(({ cell }) => cell)).toEqual([`${SHEET}!B3`, `${SHEET}!A9:B12`])
    expect(marked.outputs.map(({ cell, type }) => [cell, type])).toEqual([[`${SHEET}!B7`, 'currency']])
    expect(moved).toHaveLength(3)
  })

  it('follow the label next to them, not one beyond other figures of their row', () => {
    const schedule = { A1: 'Amount', B1: 5, D1: 'Interest', C2: 1, D2: '=C2*2', A2: 'Rate', B2: 3 }
    const outputs = [{ name: 'First', cell: `${SHEET}!D2` }]
    const moved = { A3: 'Amount', B3: 5, D1: 'Interest', C2: 1, D2: '=C2*2', A4: 'Rate', B4: 3, C4: 7, D4: '=C4*2' }
    const { marked } = carryOver(book(moved), anchorMarks(book(schedule), { inputs: [], outputs }))
    expect(marked.outputs[0]?.cell).toBe(`${SHEET}!D2`)
  })

  it('are lost, and said to be, where the label is gone, stands twice, or a result was typed over', () => {
    const earlier = anchorMarks(book(before), marks)
    const lostOf = (cells: SheetContent) => carryOver(book(cells), earlier).lost.map(({ name }) => name)
    expect(lostOf({ ...before, A1: 'Sum' })).toEqual(['Amount'])
    expect(lostOf({ ...before, A3: 'Amount' })).toEqual(['Amount'])
    expect(lostOf({ ...before, B4: 5 })).toEqual(['Interest'])
    expect(lostOf(before)).toEqual([])
  })
})
