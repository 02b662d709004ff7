import { type BenchModel, columnLetters } from './model.ts'

const QUARTERS = 80

/** A quarterly cash flow, one column a quarter. */
export function cashFlow(): BenchModel {
  const inputs: Record<string, string | number> = {}
  ;[1000, 0.02, 0.55, 120, 0.25, 0.08, 9000].forEach((value, i) => (inputs[`B${i + 2}`] = value))
  const model: Record<string, string | number> = {}
  for (let q = 0; q < QUARTERS; q++) {
    const c = columnLetters(q + 3)
    const p = columnLetters(q + 2)
    model[`${c}2`] = q === 0 ? 1 : `=${p}2+1`
    model[`${c}3`] = q === 0 ? '=Inputs!$B$2' : `=${p}3*(1+Inputs!$B$3)`
    model[`${c}4`] = `=-${c}3*Inputs!$B$4`
    model[`${c}5`] = `=-Inputs!$B$5*(1+0.01)^(${c}2-1)`
    model[`${c}6`] = `=${c}3+${c}4+${c}5`
    model[`${c}7`] = q === 0 ? 0 : `=${p}8`
    model[`${c}8`] = `=MAX(0,${c}7-${c}6)`
    model[`${c}9`] = `=-MAX(0,${c}6-${c}7)*Inputs!$B$6`
    model[`${c}10`] = `=${c}6+${c}9`
    model[`${c}11`] = `=1/(1+Inputs!$B$7)^(${c}2/4)`
    model[`${c}12`] = `=${c}10*${c}11`
    model[`${c}13`] = q === 0 ? `=${c}10-Inputs!$B$8` : `=${c}10`
    model[`${c}14`] = q === 0 ? `=${c}13` : `=${p}14+${c}13`
  }
  const first = columnLetters(3)
  const last = columnLetters(QUARTERS + 2)
  const out: Record<string, string | number> = {
    B1: `=SUM(Model!${first}12:${last}12)-Inputs!B8`,
    B2: `=NPV((1+Inputs!B7)^(1/4)-1,Model!${first}10:${last}10)`,
    B3: `=MIN(Model!${first}14:${last}14)`,
    B4: `=SUMIF(Model!${first}2:${last}2,"<=20",Model!${first}9:${last}9)`,
    B5: `=IFERROR(Model!${last}14/Inputs!B8,0)`,
  }
  return {
    name: 'cash-flow',
    sheets: { Inputs: inputs, Model: model, Outputs: out },
    inputs: [
      { name: 'Revenue', cell: 'Inputs!$B$2', range: [500, 3000] },
      { name: 'Growth', cell: 'Inputs!$B$3', range: [0.001, 0.03] },
      { name: 'Cost', cell: 'Inputs!$B$4', range: [0.3, 0.7] },
      { name: 'Fixed', cell: 'Inputs!$B$5', range: [50, 300] },
      { name: 'Tax', cell: 'Inputs!$B$6', range: [0.1, 0.4] },
      { name: 'Rate', cell: 'Inputs!$B$7', range: [0.03, 0.15] },
      { name: 'Invest', cell: 'Inputs!$B$8', range: [1000, 20_000] },
    ],
    outputs: {
      SumPV: 'Outputs!$B$1',
      Npv: 'Outputs!$B$2',
      Low: 'Outputs!$B$3',
      Tax5: 'Outputs!$B$4',
      Multiple: 'Outputs!$B$5',
    },
    hand: (values) => {
      const [revenue, growth, cost, fixed, tax, rate, invest] = values as [
        number,
        number,
        number,
        number,
        number,
        number,
        number,
      ]
      const quarter = (1 + rate) ** (1 / 4)
      let [rev, loss, sum, npv, low, taxes, discount, cum] = [revenue, 0, 0, 0, Number.POSITIVE_INFINITY, 0, 1, 0]
      for (let q = 1; q <= QUARTERS; q++) {
        if (q > 1) {
          rev *= 1 + growth
        }
        const profit = rev - rev * cost - fixed * 1.01 ** (q - 1)
        const taxed = -Math.max(0, profit - loss) * tax
        loss = Math.max(0, loss - profit)
        const flow = profit + taxed
        discount /= quarter
        sum += flow / (1 + rate) ** (q / 4)
        npv += flow * discount
        cum += q === 1 ? flow - invest : flow
        if (cum < low) low = cum
        if (q <= 20) taxes += taxed
      }
      return [sum - invest, npv, low, taxes, cum / invest]
    },
  }
}
