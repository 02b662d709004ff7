import { expect, it } from 'vitest'
import { bindInterface } from '../../src/open-workbook.ts'
import { Diagnostics } from '../../src/diagnostics/diagnostics.ts'
import { Evaluator } from '../../src/evaluate/evaluator.ts'
import { StepBudgetExceeded } from '../../src/evaluate/step-budget.ts'
import { refusalOfLimit } from '../../src/prove/refusals.ts'
import { makeWorkbook } from '../support/make-workbook.ts'

it('a workbook that takes too much work is refused with the cell where that showed', () => {
  const workbook = makeWorkbook({ sheets: { S: { A1: '=SUM(SEQUENCE(1000))', A2: '=A1+1' } } })
  const { bound } = bindInterface(workbook, new Diagnostics())
  const evaluator = new Evaluator(bound, { now: 46_000, seed: 1, locale: 'en-US', steps: 100 })
  let ended: unknown
  try {
    evaluator.value(0, 1, 0)
  } catch (reason) {
    ended = reason
  }
  if (!(ended instanceof StepBudgetExceeded)) throw new Error('The run was not ended')
  expect(refusalOfLimit(ended)).toEqual({
    reason: 'limit',
    message: 'The workbook takes more work than it may: the calculation was ended after 100 steps, at S!A1.',
    errors: [{ field: 'S!A1', message: 'The calculation was ended after 100 steps.' }],
  })
})
