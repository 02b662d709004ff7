import { expect, it } from 'vitest'
import { profileRun } from '../../src/explain/profile-run.ts'
import { openWorkbook } from '../../src/open-workbook.ts'
import { Evaluator } from '../../src/evaluate/evaluator.ts'
import { buildWorkbook } from '../workbook-builder.ts'

it('the work of a run is told by sheet and formula, with advice', async () => {
  const rows = Array.from({ length: 100 }, (_, index) => index + 1)
  const table = Object.fromEntries(
    rows.flatMap((n) => [
      [`H${n}`, n],
      [`I${n}`, n * 2],
    ]),
  )
  const looked = Object.fromEntries(
    rows.map((n) => [`B${n}`, { formula: `VLOOKUP(A${n},$H$1:$I$100,2,FALSE)`, value: n * 2 }]),
  )
  const keys = Object.fromEntries(rows.map((n) => [`A${n}`, n]))
  const bytes = await buildWorkbook({
    sheets: [
      {
        name: 'Rates',
        cells: {
          ...table,
          ...keys,
          ...looked,
          D1: { formula: 'SUM(B1:B100)', value: 10_100 },
          D2: { formula: 'SUM(B1:B100)', value: 10_100 },
        },
      },
      { name: 'Result', cells: { A1: { formula: 'Rates!D1+Rates!D2', value: 20_200 } } },
    ],
  })
  const { opened } = await openWorkbook(bytes)
  if (opened === null) throw new Error('The workbook was not read')
  const evaluator = new Evaluator(opened.bound, { now: 46_000, seed: 1, locale: 'en-US', steps: 1e9, costs: true })
  expect(evaluator.value(1, 0, 0)).toBe(20_200)
  const profile = profileRun(opened.bound, evaluator)
  expect(profile.cells).toBe(103)
  expect(profile.sheets.map(({ sheet }) => sheet)).toEqual(['Rates', 'Result'])
  expect(profile.sheets.reduce((sum, { steps }) => sum + steps, 0)).toBe(profile.steps)
  const [first] = profile.families
  expect(first).toMatchObject({ cell: 'Rates!B1', cells: 100, advice: [{ code: 'linearLookup', cells: 200 }] })
  const sums = profile.families.filter(({ formula }) => formula === '=SUM(B1:B100)')
  expect(sums.flatMap(({ advice }) => advice)).toContainEqual({ code: 'repeated', times: 2 })
})
