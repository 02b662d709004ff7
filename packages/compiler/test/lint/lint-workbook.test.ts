import { errors } from '@sheetwright/runtime/values.ts'
import { functions } from '@sheetwright/runtime/functions/registry.ts'
import { describe, expect, it } from 'vitest'
import { BoundWorkbook } from '../../src/3-bind/bind-workbook.ts'
import { findPorts } from '../../src/3-bind/ports/find-ports.ts'
import { Diagnostics } from '../../src/diagnostics/diagnostics.ts'
import { lintWorkbook } from '../../src/lint/lint-workbook.ts'
import { makeWorkbook, type WorkbookContent } from '../support/make-workbook.ts'

function lint(content: WorkbookContent) {
  const bound = new BoundWorkbook(makeWorkbook(content), functions)
  const report = lintWorkbook(bound, findPorts(bound, new Diagnostics()))
  return { ...report, found: report.findings.map(({ code, cell, cells }) => `${code} ${cell} ${cells}`) }
}

/** A column of totals, filled down. */
function filled(changes: Record<string, number | string> = {}): Record<string, number | string> {
  const cells: Record<string, number | string> = {}
  for (let row = 1; row <= 12; row++) {
    cells[`A${row}`] = row
    cells[`B${row}`] = `=A${row}*2`
  }
  return { ...cells, ...changes }
}

describe('lint', () => {
  it('finds nothing in a clean column, whose score is full', () => {
    expect(lint({ sheets: { S: filled() } })).toMatchObject({ found: [], score: 100, formulas: 12 })
  })

  it('finds a formula that breaks the pattern of its column, and a number typed over one', () => {
    const { found, findings, score } = lint({ sheets: { S: filled({ B5: '=A5*2+A1', B9: 18 }) } })
    expect(found).toEqual(['CONSTANT_AMONG_FORMULAS S!B9 1', 'PATTERN_BROKEN S!B5 1'])
    expect(findings[1]).toMatchObject({ severity: 'high', formula: '=A5*2+A1', detail: 'B4 =A4*2' })
    expect(score).toBeLessThan(90)
  })

  it('does not take the first and last cell of a column, or a block of its own, for a break', () => {
    expect(lint({ sheets: { S: filled({ B1: '=A1', B12: '=SUM(B1:B11)' }) } }).found).toEqual([])
    expect(lint({ sheets: { S: filled({ B6: '=A6', C6: '=B6', D6: '=C6' }) } }).found).toEqual([])
  })

  it('finds amounts inside formulas once for a filled column, and lets switches and months pass', () => {
    const cells: Record<string, string> = {}
    for (let row = 1; row <= 6; row++) cells[`C${row}`] = `=ROUND(A${row}*0.0375,2)+VLOOKUP(A${row},$F$1:$G$9,2,0)/12`
    expect(lint({ sheets: { S: cells } }).found).toEqual(['HARD_CODED_NUMBER S!C1 6'])
  })

  it('finds volatile functions, whole columns, saved errors and numbers stored as text', () => {
    const { found } = lint({
      sheets: { S: { A1: '=TODAY()', A2: '=SUM(D:D)', D1: '12.5', D2: '007', A3: '=D1+D2', C1: errors.na, A4: '=C1' } },
    })
    expect(found).toEqual([
      'ERROR_SAVED S!C1 1',
      'NUMBER_AS_TEXT S!D1 1',
      'VOLATILE_FUNCTION S!A1 1',
      'WHOLE_COLUMN S!A2 1',
    ])
  })

  it('finds inputs that nothing reads and outputs that depend on none', () => {
    const { found } = lint({
      sheets: { S: { A1: 1, A2: 2, B1: '=A1*2', B2: '=A3*2', A3: 4 } },
      names: { Xinput_Used: 'S!$A$1', Xinput_Unused: 'S!$A$2', Xoutput_Good: 'S!$B$1', Xoutput_Fixed: 'S!$B$2' },
    })
    expect(found).toEqual(['INPUT_UNUSED S!A2 1', 'OUTPUT_WITHOUT_INPUT S!B2 1'])
  })
})
