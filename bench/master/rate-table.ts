import type { Content, WorkbookSpec } from '../../packages/server/demo/workbook-file.ts'

/** Rates by age: from 0, one every five years. */
const steps = 20
const firstSum = 10_000
const firstAge = 40

export const ratesBefore: readonly number[] = Array.from({ length: steps }, (_, i) => 0.001 * (i + 1))

/** Another curve, so that every row changes. */
export const ratesAfter: readonly number[] = Array.from({ length: steps }, (_, i) => 0.0013 * (i + 1) ** 1.1)

function tableOf(rates: readonly number[]): Record<string, Content> {
  const cells: Record<string, Content> = { A1: 'Age', B1: 'Rate' }
  rates.forEach((rate, i) => {
    cells[`A${i + 2}`] = i * 5
    cells[`B${i + 2}`] = rate
  })
  return cells
}

export function rateMaster(range: string, rates: readonly number[]): WorkbookSpec {
  return {
    application: 'Microsoft Excel',
    sheets: [{ name: 'Rates', cells: tableOf(rates) }],
    names: [{ name: `Xref_${range}`, refersTo: `Rates!$A$1:$B$${steps + 1}` }],
  }
}

/**
 * A premium that looks up its rate by age, and the step to the next rate; without a range, the workbook just contains
 * the table.
 */
export function rateEngine(range: string | undefined, rates: readonly number[]): WorkbookSpec {
  const rate = rates[firstAge / 5] ?? 0
  const after = rates[firstAge / 5 + 1] ?? 0
  const table = `Tables!$B$2:$B$${steps + 1}`
  return {
    application: 'Microsoft Excel',
    sheets: [
      {
        name: 'Premium',
        cells: {
          A1: 'Sum',
          B1: firstSum,
          A2: 'Age',
          B2: firstAge,
          A3: 'Rate',
          B3: { formula: `=VLOOKUP(B2,Tables!$A$2:$B$${steps + 1},2,TRUE)`, saved: rate },
          A4: 'Premium',
          B4: { formula: '=ROUND(B1*B3,2)', saved: Math.round(firstSum * rate * 100) / 100 },
          A5: 'Next rate',
          B5: { formula: `=INDEX(${table},MIN(${steps},MATCH(B2,Tables!$A$2:$A$${steps + 1},1)+1))`, saved: after },
          A6: 'Step',
          B6: { formula: '=B5/B3-1', saved: after / rate - 1 },
        },
      },
      { name: 'Tables', cells: tableOf(rates) },
    ],
    names: [
      { name: 'Xinput_Sum', refersTo: 'Premium!$B$1' },
      { name: 'Xinput_Age', refersTo: 'Premium!$B$2' },
      { name: 'Xoutput_Premium', refersTo: 'Premium!$B$4' },
      { name: 'Xoutput_Step', refersTo: 'Premium!$B$6' },
      ...(range === undefined ? [] : [{ name: `Xref_${range}`, refersTo: `Tables!$A$1:$B$${steps + 1}` }]),
    ],
  }
}

/** The same inputs every time: odd sums, whole and fractional ages, the edges of the table and beyond them. */
export function variedInputs(count: number): { Sum: number; Age: number }[] {
  const edges = [
    { Sum: 0, Age: 0 },
    { Sum: -1, Age: 95 },
    { Sum: 1e12, Age: 4.999_999 },
    { Sum: 0.01, Age: 1000 },
    { Sum: 100, Age: -1 },
  ]
  const spread = Array.from({ length: count }, (_, i) => ({
    Sum: ((i * 7919) % 100_003) + i / 7,
    Age: ((i * 104_729) % 9901) / 99,
  }))
  return [...edges, ...spread].slice(0, count)
}
