import { functions } from '@sheetwright/runtime/functions/registry.ts'
import { describe, expect, test } from 'vitest'
import { BoundWorkbook } from '../../src/3-bind/bind-workbook.ts'
import { findPorts } from '../../src/3-bind/ports/find-ports.ts'
import { Diagnostics } from '../../src/diagnostics/diagnostics.ts'
import { type TraceEnd, type TracedCell, traceRun } from '../../src/explain/trace-run.ts'
import { runWorkbook } from '../../src/run/run-workbook.ts'
import { makeWorkbook, type WorkbookContent } from '../support/make-workbook.ts'

function traced(
  content: WorkbookContent,
  inputs: Record<string, unknown> = {},
  cells = 1000,
): (TracedCell | TraceEnd)[] {
  const bound = new BoundWorkbook(makeWorkbook(content), functions)
  const ports = findPorts(bound, new Diagnostics())
  const { evaluator } = runWorkbook(bound, ports, inputs, {
    now: 46_037,
    seed: 1,
    locale: 'en-US',
    steps: 10_000_000,
    trace: true,
  })
  return [...traceRun(bound, evaluator, { cells })]
}

const QUOTE: WorkbookContent = {
  sheets: {
    S: {
      A1: 40,
      A2: '=A1*Rates!B1',
      A3: '=IF(A1>30,A2+SUM(Rates!B1:B3),A4)',
      A4: '=1/0',
      A5: '=A3',
    },
    Rates: { B1: 2, B2: 3, B3: 4 },
  },
  names: { Xinput_Age: 'S!$A$1', Xoutput_Premium: 'S!$A$5' },
}

describe('the trace of a run', () => {
  test('lists the inputs and every computed cell after those it came from', () => {
    expect(traced(QUOTE, { Age: 50 })).toEqual([
      { cell: 'S!A1', value: 50, type: 'number', input: true },
      {
        cell: 'S!A2',
        value: 100,
        type: 'number',
        formula: '=A1*Rates!B1',
        precedents: [
          { range: 'S!A1', cells: 1, value: 50 },
          { range: 'Rates!B1', cells: 1, value: 2 },
        ],
      },
      {
        cell: 'S!A3',
        value: 109,
        type: 'number',
        formula: '=IF(A1>30,A2+SUM(Rates!B1:B3),A4)',
        precedents: [
          { range: 'S!A1', cells: 1, value: 50 },
          { range: 'S!A2', cells: 1, value: 100 },
          { range: 'Rates!B1:B3', cells: 3 },
        ],
      },
      {
        cell: 'S!A5',
        value: 109,
        type: 'number',
        formula: '=A3',
        precedents: [{ range: 'S!A3', cells: 1, value: 109 }],
      },
    ])
  })

  test('follows the branch that was taken, and tells errors from texts', () => {
    const cells = traced(QUOTE, { Age: 20 })
    expect(cells.map((entry) => ('cell' in entry ? [entry.cell, entry.type, entry.value] : []))).toEqual([
      ['S!A1', 'number', 20],
      ['S!A4', 'error', '#DIV/0!'],
      ['S!A3', 'error', '#DIV/0!'],
      ['S!A5', 'error', '#DIV/0!'],
    ])
  })

  test('is cut off at its limit and counts what it left out', () => {
    expect(traced(QUOTE, { Age: 50 }, 2).slice(2)).toEqual([{ omitted: 2 }])
  })

  test('finds the precedents of an array once, and lists the cells it has grown into', () => {
    const entries = traced(
      {
        sheets: { S: { A1: 2, 'C1:C2': '#=SEQUENCE(A1)*10', E1: '=SUM(C1:C4)' } },
        names: { Xinput_N: 'S!$A$1', Xoutput_Sum: 'S!$E$1' },
      },
      { N: 3 },
    )
    const parts = entries.filter((entry) => 'cell' in entry && entry.cell.startsWith('S!C'))
    expect(parts).toEqual([
      {
        cell: 'S!C1',
        value: 10,
        type: 'number',
        formula: '=SEQUENCE(A1)*10',
        precedents: [{ range: 'S!A1', cells: 1, value: 3 }],
      },
      { cell: 'S!C2', value: 20, type: 'number', formula: '=SEQUENCE(A1)*10', elementOf: 'S!C1' },
      { cell: 'S!C3', value: 30, type: 'number', elementOf: 'S!C1' },
    ])
  })

  test('a data table names the cell it varies and the values it puts in', () => {
    const entries = traced({
      sheets: { S: { A1: 1, B1: '=A1*2', A2: 5, A3: 6 } },
      dataTables: [{ sheet: 'S', range: 'B2:B3', inputs: { shape: 'column', columnInput: { row: 0, col: 0 } } }],
      names: { Xoutput_Last: 'S!$B$3' },
    })
    expect(entries.at(-1)).toEqual({
      cell: 'S!B3',
      value: 12,
      type: 'number',
      formula: '=TABLE()',
      precedents: [
        { range: 'S!B1', cells: 1, value: 2 },
        { range: 'S!A3', cells: 1, value: 6 },
      ],
    })
  })

  test('the cells of an iterated cycle are listed', () => {
    const entries = traced({
      sheets: { S: { A1: '=B1/2+1', B1: '=A1' } },
      calculation: { iterate: true },
      names: { Xoutput_X: 'S!$A$1' },
    })
    expect(entries.map((entry) => 'cell' in entry && entry.cell)).toEqual(['S!A1', 'S!B1'])
  })

  test('says why a cell cannot be computed', () => {
    const [entry] = traced({ sheets: { S: { A1: '=MYMACRO(1)' } }, names: { Xoutput_X: 'S!$A$1' } })
    expect(entry).toMatchObject({ uncomputable: { cell: 'S!A1', reason: 'vba: MYMACRO' } })
  })
})
