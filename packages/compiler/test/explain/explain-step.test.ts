import { functions } from '@sheetwright/runtime/functions/registry.ts'
import { describe, expect, it } from 'vitest'
import { BoundWorkbook } from '../../src/3-bind/bind-workbook.ts'
import { listReadingFormulas } from '../../src/4-analyse/reading-formulas.ts'
import { Evaluator } from '../../src/evaluate/evaluator.ts'
import { explainStep } from '../../src/explain/explain-step.ts'
import { makeWorkbook, position, type SheetContent } from '../support/make-workbook.ts'

function explain(address: string, sheets: Readonly<Record<string, SheetContent>>) {
  const workbook = makeWorkbook({ sheets, formats: { 'Quote!B1': '#,##0.00' } })
  const bound = new BoundWorkbook(workbook, functions)
  const evaluator = new Evaluator(bound, { now: 45_000, seed: 1, locale: 'en-US', steps: 1_000_000 })
  return explainStep(bound, evaluator, position(workbook, address), {
    locale: 'en-US',
    formulas: listReadingFormulas(bound),
  })
}

const sheets = {
  Quote: {
    A1: 'Sum insured',
    B1: 2000,
    A2: 'Class',
    B2: 'B',
    A3: 'Young',
    B3: false,
    A4: 'Premium',
    B4: '=B1*VLOOKUP(B2,Rates!A2:B4,2,FALSE)*IF(B3,B5,1)',
    B5: 9,
  },
  Rates: { A1: 'Class', B1: 'Rate', A2: 'A', B2: 1, A3: 'B', B3: 1.5, A4: 'C', B4: 2 },
}

describe('explaining one step', () => {
  it('shows formula, values with their labels, the branch taken and the row that a lookup hit', () => {
    const step = explain('Quote!B4', sheets)
    expect(step).toMatchObject({ cell: 'Quote!B4', label: 'Premium', value: 3000 })
    expect(step.precedents).toContainEqual(
      expect.objectContaining({ cell: 'Quote!B1', label: 'Sum insured', text: '2,000.00' }),
    )
    expect(step.branches).toEqual([{ function: 'IF', condition: 'B3', value: false, taken: '1' }])
    expect(step.notRead).toEqual(['Quote!B5'])
    expect(step.lookups).toEqual([
      {
        function: 'VLOOKUP',
        looked: 'B',
        range: 'Rates!A2:B4',
        hit: 'Rates!A3:B3',
        cells: [expect.objectContaining({ value: 'B' }), expect.objectContaining({ value: 1.5 })],
      },
    ])
    expect(explain('Quote!B1', sheets).dependents).toMatchObject({
      total: 1,
      cells: [{ cell: 'Quote!B4', label: 'Premium' }],
    })
  })

  it('ends at a constant, and says where a lookup found nothing', () => {
    expect(explain('Quote!B1', sheets)).toMatchObject({ formula: undefined, precedents: [] })
    const missing = { ...sheets, Quote: { ...sheets.Quote, B2: 'X' } }
    expect(explain('Quote!B4', missing)).toMatchObject({ value: '#N/A', lookups: [{ looked: 'X', hit: undefined }] })
  })
})
