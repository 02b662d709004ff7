import { type BenchModel, columnLetters } from './model.ts'

const QUARTERS = 80
const START = 46_113
const SEASONS = [1.15, 0.9, 0.8, 1.15]
const AVAILABILITY = [0.97, 0.98, 0.96, 0.93, 0.9]

/** A plant built with a loan, quarter by quarter in columns: 25 lines of 80 quarters. */
export function dcf(): BenchModel {
  const inputs: Record<string, string | number> = {}
  ;[500, 65, 0.02, 4200, 0.025, 0.12, 0.25, 0.08, 300_000, 0.6, 0.045, 48].forEach(
    (value, i) => (inputs[`B${i + 2}`] = value),
  )
  AVAILABILITY.forEach((value, i) => (inputs[`E${i + 2}`] = value))
  inputs['B15'] = '=-PMT(B12/4,B13,B10*B11)'
  const model: Record<string, string | number> = { C24: '=-Inputs!$B$10*(1-Inputs!$B$11)', C25: '=C24' }
  for (let q = 0; q < QUARTERS; q++) {
    const c = columnLetters(q + 3)
    const p = columnLetters(q + 2)
    const isFirst = q === 0
    const lines = [
      isFirst ? '=1' : `=${p}2+1`,
      `=EDATE(${START},3*(${c}2-1))`,
      `=YEAR(${c}3)`,
      `=INDEX(Inputs!$E$2:$E$6,MIN(5,INT((${c}2-1)/16)+1))`,
      `=Inputs!$B$2*CHOOSE(MOD(${c}2-1,4)+1,${SEASONS.join(',')})*${c}5`,
      isFirst ? '=Inputs!$B$3' : `=${p}7*(1+Inputs!$B$4)^(1/4)`,
      `=${c}6*${c}7`,
      `=-Inputs!$B$5*(1+Inputs!$B$6)^((${c}2-1)/4)`,
      `=-${c}8*Inputs!$B$7`,
      `=${c}8+${c}9+${c}10`,
      `=IF(${c}2<=60,-Inputs!$B$10/60,0)`,
      isFirst ? '=Inputs!$B$10*Inputs!$B$11' : `=${p}16`,
      `=-${c}13*Inputs!$B$12/4`,
      `=IF(${c}13>0.005,-MIN(${c}13,Inputs!$B$15+${c}14),0)`,
      `=${c}13+${c}15`,
      `=${c}11+${c}12+${c}14`,
      isFirst ? '=0' : `=${p}19`,
      `=MAX(0,${c}18-${c}17)`,
      `=-MAX(0,${c}17-${c}18)*Inputs!$B$8`,
      `=${c}11+${c}20`,
      `=IFERROR(-${c}21/(${c}14+${c}15),99)`,
      `=1/(1+Inputs!$B$9)^(${c}2/4)`,
      `=${c}21+${c}14+${c}15`,
      `=${p}25+${c}24`,
      `=${c}24*${c}23`,
    ]
    lines.forEach((text, i) => (model[`${c}${i + 2}`] = text))
  }
  const first = columnLetters(3)
  const last = columnLetters(QUARTERS + 2)
  const line = (row: number) => `Model!${first}${row}:${last}${row}`
  return {
    name: 'dcf',
    sheets: {
      Inputs: inputs,
      Model: model,
      Outputs: {
        B1: `=SUM(${line(26)})+Model!C24`,
        B2: `=NPV((1+Inputs!B9)^(1/4)-1,${line(24)})+Model!C24`,
        B3: `=(1+IRR(Model!C24:${last}24,0.02))^4-1`,
        B4: `=MIN(${line(22)})`,
        B5: `=SUMIF(${line(4)},"<=2031",${line(20)})`,
        B6: `=COUNTIF(${line(25)},"<0")`,
        B7: `=IFERROR(Model!${last}25/-Model!C24,0)`,
        B8: `=MAX(${line(19)})`,
        B9: `=SUM(${line(14)})`,
      },
    },
    inputs: [
      { name: 'Volume', cell: 'Inputs!$B$2', range: [350, 700] },
      { name: 'Price', cell: 'Inputs!$B$3', range: [50, 90] },
      { name: 'PriceGrowth', cell: 'Inputs!$B$4', range: [0.005, 0.03] },
      { name: 'Fixed', cell: 'Inputs!$B$5', range: [2000, 6000] },
      { name: 'FixedGrowth', cell: 'Inputs!$B$6', range: [0.005, 0.03] },
      { name: 'Variable', cell: 'Inputs!$B$7', range: [0.05, 0.2] },
      { name: 'Tax', cell: 'Inputs!$B$8', range: [0.15, 0.35] },
      { name: 'Rate', cell: 'Inputs!$B$9', range: [0.05, 0.12] },
      { name: 'Cost', cell: 'Inputs!$B$10', range: [200_000, 400_000] },
      { name: 'Gearing', cell: 'Inputs!$B$11', range: [0.3, 0.7] },
      { name: 'Interest', cell: 'Inputs!$B$12', range: [0.02, 0.07] },
      { name: 'Tenor', cell: 'Inputs!$B$13', range: [32, 60], isWhole: true },
    ],
    outputs: {
      Present: 'Outputs!$B$1',
      Npv: 'Outputs!$B$2',
      Return: 'Outputs!$B$3',
      Cover: 'Outputs!$B$4',
      Taxes: 'Outputs!$B$5',
      Payback: 'Outputs!$B$6',
      Multiple: 'Outputs!$B$7',
      Losses: 'Outputs!$B$8',
      Interest: 'Outputs!$B$9',
    },
    hand: byHand(),
  }
}

function byHand(): BenchModel['hand'] {
  // Only the years of the dates matter, and they never change.
  const years = Array.from({ length: QUARTERS }, (_, q) => 2026 + Math.floor((3 + 3 * q) / 12))
  const flows = new Float64Array(QUARTERS + 1)
  return (values) => {
    const [volume, price, priceGrowth, fixed, fixedGrowth, variable, tax, rate, cost, gearing, interest, tenor] =
      values as [number, number, number, number, number, number, number, number, number, number, number, number]
    const quarterly = interest / 4
    const loan = cost * gearing
    const instalment = (loan * quarterly) / (1 - (1 + quarterly) ** -tenor)
    const dearer = (1 + priceGrowth) ** (1 / 4)
    const discount = 1 / (1 + rate) ** (1 / 4)
    const equity = -cost * (1 - gearing)
    flows[0] = equity
    let [debt, loss, sold, factor, total] = [loan, 0, price, 1, equity]
    let [present, npv, cover, taxes, payback, worst, paid] = [
      0,
      0,
      Number.POSITIVE_INFINITY,
      0,
      0,
      Number.NEGATIVE_INFINITY,
      0,
    ]
    for (let q = 0; q < QUARTERS; q++) {
      if (q > 0) sold *= dearer
      const made = volume * (SEASONS[q % 4] as number) * (AVAILABILITY[Math.min(4, q >> 4)] as number)
      const revenue = made * sold
      const operating = revenue - fixed * (1 + fixedGrowth) ** (q / 4) - revenue * variable
      const due = -debt * quarterly
      const back = debt > 0.005 ? -Math.min(debt, instalment + due) : 0
      const taxable = operating + (q < 60 ? -cost / 60 : 0) + due
      const taxed = -Math.max(0, taxable - loss) * tax
      loss = Math.max(0, loss - taxable)
      const free = operating + taxed
      const service = due + back
      const ratio = service === 0 ? 99 : -free / service
      const flow = free + service
      factor *= discount
      npv += flow * factor
      present += flow / (1 + rate) ** ((q + 1) / 4)
      total += flow
      flows[q + 1] = flow
      if (ratio < cover) cover = ratio
      if ((years[q] as number) <= 2031) taxes += taxed
      if (total < 0) payback++
      if (loss > worst) worst = loss
      paid += due
      debt += back
    }
    return [
      present + equity,
      npv + equity,
      (1 + internalRate(flows)) ** 4 - 1,
      cover,
      taxes,
      payback,
      total / -equity,
      worst,
      paid,
    ]
  }
}

/** The internal rate of return, by Newton's method. */
function internalRate(flows: Float64Array): number {
  let rate = 0.02
  for (let turn = 0; turn < 100; turn++) {
    const each = 1 / (1 + rate)
    let [worth, slope, factor] = [0, 0, 1]
    for (let i = 0; i < flows.length; i++) {
      const now = (flows[i] as number) * factor
      worth += now
      slope -= i * now * each
      factor *= each
    }
    const step = worth / slope
    rate -= step
    if (Math.abs(step) < 1e-14) break
  }
  return rate
}
