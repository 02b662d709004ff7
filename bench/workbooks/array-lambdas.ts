import { type BenchModel, numbersFrom } from './model.ts'

const FLOWS = 300
const ROWS = 120

/** Scenarios over a table of cash flows: MAP, REDUCE, SCAN, BYROW and MAKEARRAY with LAMBDAs, some of them in names. */
export function arrayLambdas(): BenchModel {
  const next = numbersFrom(815)
  const flows: Record<string, number> = {}
  const amounts: number[] = []
  const years: number[] = []
  for (let i = 0; i < FLOWS; i++) {
    flows[`A${i + 1}`] = amounts[i] = Math.round(next() * 200_000 - 40_000) / 100
    flows[`B${i + 1}`] = years[i] = Math.round(next() * 4000) / 100
  }
  const cells: Record<string, string | number> = { A1: 0.03, B1: 500 }
  const spreads: number[] = []
  const amount = `Flows!$A$1:$A$${FLOWS}`
  const year = `Flows!$B$1:$B$${FLOWS}`
  for (let i = 0; i < ROWS; i++) {
    const row = i + 3
    spreads[i] = Math.round(next() * 400) / 10_000
    Object.assign(cells, {
      [`A${row}`]: spreads[i],
      [`B${row}`]: `=SUM(MAP(${amount},${year},LAMBDA(a,t,Worth(a,t,$A$1+A${row}))))`,
      [`C${row}`]: `=REDUCE(0,${amount},LAMBDA(sum,a,sum*(1+A${row}/12)+IF(a>$B$1,a,0)))`,
      [`D${row}`]: `=MIN(SCAN($B$1,${amount},LAMBDA(sum,a,MAX(sum+a,Lowest))))`,
      [`E${row}`]: `=SUM(BYROW(Flows!$A$1:$B$${FLOWS},LAMBDA(line,SUM(line)*A${row}*$A$1)))`,
      [`F${row}`]: `=SUM(MAKEARRAY(20,15,LAMBDA(r,c,Worth(r,c,$A$1))))`,
      [`G${row}`]: `=B${row}+C${row}+D${row}+E${row}+F${row}`,
    })
  }
  cells['H1'] = `=SUM(G3:G${ROWS + 2})`
  return {
    name: 'arrays',
    sheets: { Scenarios: cells, Flows: flows },
    names: { Worth: 'LAMBDA(amount,t,rate,LET(v,1/(1+rate),amount*v^t))', Lowest: 'Scenarios!$B$1*-2' },
    inputs: [
      { name: 'rate', cell: 'Scenarios!$A$1', range: [0.01, 0.06] },
      { name: 'floor', cell: 'Scenarios!$B$1', range: [100, 900] },
    ],
    outputs: { total: 'Scenarios!$H$1' },
    hand: ([rate, floor]) => {
      const worth = (sum: number, t: number, at: number): number => sum * (1 / (1 + at)) ** t
      let total = 0
      for (const spread of spreads) {
        let value = 0
        let fund = 0
        let level = floor as number
        let lowest = Number.POSITIVE_INFINITY
        let lines = 0
        for (let i = 0; i < FLOWS; i++) {
          const a = amounts[i] as number
          value += worth(a, years[i] as number, (rate as number) + spread)
          fund = fund * (1 + spread / 12) + (a > (floor as number) ? a : 0)
          level = Math.max(level + a, -2 * (floor as number))
          lowest = Math.min(lowest, level)
          lines += (a + (years[i] as number)) * spread * (rate as number)
        }
        let grid = 0
        for (let r = 1; r <= 20; r++) for (let c = 1; c <= 15; c++) grid += worth(r, c, rate as number)
        total += value + fund + lowest + lines + grid
      }
      return [total]
    },
  }
}
