import { functions } from '@sheetwright/runtime/functions/registry.ts'
import { describe, expect, it } from 'vitest'
import { BoundWorkbook } from '../../src/3-bind/bind-workbook.ts'
import { proposeInterface, SURE } from '../../src/propose/propose-interface.ts'
import { makeWorkbook, type SheetContent, type WorkbookContent } from '../support/make-workbook.ts'

function propose(cells: SheetContent, more: Partial<WorkbookContent> = {}) {
  const workbook = makeWorkbook({ sheets: { Loan: cells }, ...more })
  const { inputs, outputs } = proposeInterface(new BoundWorkbook(workbook, functions))
  const sure = (ports: typeof inputs) =>
    ports.filter(({ confidence }) => confidence >= SURE).map(({ name, cell }) => `${name} ${cell}`)
  return { inputs, outputs, sureInputs: sure(inputs), sureOutputs: sure(outputs) }
}

const loan: SheetContent = {
  A1: 'Loan calculator',
  A3: 'Loan amount (USD):',
  B3: 250_000,
  A4: 'Interest rate',
  B4: 0.04,
  A5: 'Term (years)',
  B5: 30,
  A7: 'Monthly payment',
  B7: '=-PMT(B4/12,B5*12,B3)',
  A8: 'Total interest',
  B8: '=B7*B5*12-B3',
}

describe('proposing an interface', () => {
  it('takes labelled constants that formulas read as inputs, and labelled results as outputs', () => {
    const { sureInputs, sureOutputs, inputs } = propose(loan, { formats: { 'Loan!B4': '0.00%' } })
    expect(sureInputs).toEqual(['LoanAmount Loan!B3', 'InterestRate Loan!B4', 'Term Loan!B5'])
    expect(sureOutputs).toEqual(['TotalInterest Loan!B8', 'MonthlyPayment Loan!B7'])
    expect(inputs.map(({ unit, type }) => [unit, type])).toEqual([
      ['USD', 'number'],
      [undefined, 'percent'],
      ['years', 'number'],
    ])
  })

  it('takes names of cells, with dots that set no subservice apart', () => {
    const names = { 'rate.yearly.2011': 'Loan!$B$4', 'loan.sum': 'Loan!$B$3', 'Xinput_base.Term': 'Loan!$B$5' }
    const { sureInputs } = propose(loan, { names })
    expect(sureInputs).toEqual(['loan_sum Loan!B3', 'rate_yearly_2011 Loan!B4', 'base.Term Loan!B5'])
  })

  it('leaves the inside of schedules and tables of data out', () => {
    const schedule: Record<string, number | string> = { ...(loan as Record<string, number | string>) }
    for (let row = 12; row <= 40; row++) {
      schedule[`A${row}`] = `=A${row - 1}+1`
      schedule[`B${row}`] = `=B$3-B$7*A${row}`
      schedule[`F${row}`] = row
      schedule[`G${row}`] = `=VLOOKUP(A${row},$F$12:$F$40,1)`
    }
    const { sureInputs, sureOutputs } = propose(schedule)
    expect(sureInputs).toEqual(['LoanAmount Loan!B3', 'InterestRate Loan!B4', 'Term Loan!B5'])
    expect(sureOutputs).toEqual(['TotalInterest Loan!B8', 'MonthlyPayment Loan!B7'])
  })

  it('ignores constants that nothing reads and texts that only label', () => {
    const { inputs } = propose({ A1: 'Printed', B1: 5, A2: 'Age', B2: 40, A3: 'Premium', B3: '=B2*3&A1' })
    expect(inputs.map(({ cell }) => cell)).toEqual(['Loan!B2'])
  })

  it('keeps Japanese labels as names, and gives cells with the same label names of their own', () => {
    const { inputs, outputs } = propose({
      A1: '年齢（歳）',
      B1: 40,
      A2: '保険金額',
      B2: 1000,
      A3: '保険金額',
      B3: 2000,
      A4: '保険料',
      B4: '=B1*(B2+B3)',
    })
    expect(inputs.map(({ name }) => name)).toEqual(['年齢', '保険金額', '保険金額2'])
    expect(inputs[0]?.unit).toBe('歳')
    expect(outputs[0]).toMatchObject({ name: '保険料', cell: 'Loan!B4' })
  })

  it('is not sure of results that depend on no input', () => {
    const { outputs, sureOutputs } = propose({ ...loan, A10: 'Made on', B10: '=TODAY()' })
    expect(sureOutputs).not.toContainEqual(expect.stringContaining('B10'))
    expect(outputs.map(({ cell }) => cell)).toContain('Loan!B10')
  })

  it('offers tables with headings as blocks, computed ones as outputs, without deciding for them', () => {
    const cells: Record<string, string | number> = { ...loan, D2: 'Month', E2: 'Interest', H2: 'Age', I2: 'Rate' }
    for (let row = 3; row <= 8; row++) {
      cells[`D${row}`] = row - 2
      cells[`E${row}`] = `=D${row}*$B$4`
      cells[`H${row}`] = row * 10
      cells[`I${row}`] = row / 100
    }
    cells['B9'] = '=VLOOKUP(B5,H3:I8,2)'
    // A caller cannot send a table with two columns of the same heading.
    for (let row = 3; row <= 8; row++) Object.assign(cells, { [`L${row}`]: row, [`M${row}`]: row })
    Object.assign(cells, { L2: 'Year', M2: 'year ' })
    const { inputs, outputs, sureOutputs } = propose(cells)
    const blocks = (ports: typeof inputs) =>
      ports.filter(({ shape }) => shape === 'block').map(({ name, cell, reasons }) => [name, cell, ...reasons])
    expect(blocks(outputs)).toEqual([['LoanTable', 'Loan!D2:E8', 'table']])
    expect(blocks(inputs)).toEqual([['LoanTable', 'Loan!H2:I8', 'table', 'lookupTable']])
    expect(sureOutputs.some((each) => each.includes(':'))).toBe(false)
  })
})
