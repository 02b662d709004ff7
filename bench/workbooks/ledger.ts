import { type BenchModel, numbersFrom } from './model.ts'

const REGIONS = ['North', 'South', 'East', 'West', 'Lakes', 'Coast']
const BANDS = [0, 50, 120, 300, 700, 1500, 4000]

/** A ledger of many rows with running totals, moving windows, lookups and conditional sums. `rows` decides how many. */
export function ledger(rows: number): BenchModel {
  const next = numbersFrom(5)
  const inputs: Record<string, string | number> = {}
  ;[0.02, 5, 0.1, 'North', 1.05, 400].forEach((value, i) => (inputs[`B${i + 2}`] = value))
  const bands: Record<string, string | number> = {}
  const rates: number[] = []
  BANDS.forEach((from, i) => {
    rates.push(Math.round(next() * 200) / 1000)
    bands[`A${i + 1}`] = from
    bands[`B${i + 1}`] = rates[i] as number
  })
  const data: Record<string, string | number> = {}
  const [region, month, quantity, price]: [number[], number[], number[], number[]] = [[], [], [], []]
  for (let i = 0; i < rows; i++) {
    const r = i + 2
    region.push(Math.floor(next() * REGIONS.length))
    month.push(1 + Math.floor(next() * 12))
    quantity.push(1 + Math.floor(next() * 40))
    price.push(Math.round(next() * 9000) / 100)
    data[`A${r}`] = REGIONS[region[i] as number] as string
    data[`B${r}`] = month[i] as number
    data[`C${r}`] = quantity[i] as number
    data[`D${r}`] = price[i] as number
    data[`E${r}`] = `=C${r}*D${r}*(1+Inputs!$B$2)*IF(B${r}>=Inputs!$B$3,1+Inputs!$B$4,1)`
    data[`F${r}`] = `=VLOOKUP(E${r},Bands!$A$1:$B$7,2,TRUE)`
    data[`G${r}`] = `=IF(A${r}=Inputs!$B$5,E${r}*Inputs!$B$6,E${r})*(1-F${r})`
    data[`H${r}`] = i === 0 ? `=G${r}` : `=H${r - 1}+G${r}`
    data[`I${r}`] = i < 11 ? `=SUM(G2:G${r})` : `=SUM(G${r - 11}:G${r})`
    data[`J${r}`] = `=ROUND(G${r}-H${r}/1000000,2)`
  }
  const summary: Record<string, string | number> = {}
  REGIONS.forEach((name, k) => {
    summary[`A${k + 2}`] = name
    for (let m = 1; m <= 12; m++) {
      const c = String.fromCharCode(65 + m)
      summary[`${c}1`] = m
      summary[`${c}${k + 2}`] =
        `=SUMIFS(Data!$G$2:$G$${rows + 1},Data!$A$2:$A$${rows + 1},$A${k + 2},Data!$B$2:$B$${rows + 1},${c}$1)`
    }
  })
  const last = rows + 1
  const out: Record<string, string | number> = {
    B1: `=SUM(Data!G2:G${last})`,
    B2: `=MAX(Data!I2:I${last})`,
    B3: `=SUM(Data!J2:J${last})`,
    B4: `=MAX(Summary!B2:M7)`,
    B5: `=COUNTIFS(Data!G2:G${last},">"&Inputs!B7)`,
    B6: `=SUMIFS(Data!G2:G${last},Data!A2:A${last},Inputs!B5)`,
  }
  return {
    name: 'ledger',
    sheets: { Inputs: inputs, Bands: bands, Data: data, Summary: summary, Outputs: out },
    inputs: [
      { name: 'Up', cell: 'Inputs!$B$2', range: [-0.05, 0.1] },
      { name: 'From', cell: 'Inputs!$B$3', range: [1, 12], isWhole: true },
      { name: 'Surge', cell: 'Inputs!$B$4', range: [0, 0.3] },
      { name: 'Region', cell: 'Inputs!$B$5', range: REGIONS },
      { name: 'Adjust', cell: 'Inputs!$B$6', range: [0.8, 1.2] },
      { name: 'Least', cell: 'Inputs!$B$7', range: [50, 900], isWhole: true },
    ],
    outputs: {
      Total: 'Outputs!$B$1',
      Window: 'Outputs!$B$2',
      Rounded: 'Outputs!$B$3',
      Cell: 'Outputs!$B$4',
      Count: 'Outputs!$B$5',
      Region: 'Outputs!$B$6',
    },
    hand: (values) => {
      const [up, from, surge, name, adjust, least] = values as [number, number, number, string, number, number]
      const chosen = REGIONS.findIndex((one) => one.toLowerCase() === name.toLowerCase())
      const g = new Float64Array(rows)
      const cells = new Float64Array(72)
      let [window, rounded, count, ofRegion, running] = [Number.NEGATIVE_INFINITY, 0, 0, 0, 0]
      for (let i = 0; i < rows; i++) {
        const e =
          (quantity[i] as number) * (price[i] as number) * (1 + up) * ((month[i] as number) >= from ? 1 + surge : 1)
        let band = BANDS.length - 1
        while ((BANDS[band] as number) > e) band--
        const net = (region[i] === chosen ? e * adjust : e) * (1 - (rates[band] as number))
        g[i] = net
        running += net
        let s = 0
        for (let k = Math.max(0, i - 11); k <= i; k++) s += g[k] as number
        if (s > window) window = s
        const x = net - running / 1_000_000
        const size = Math.floor(Math.abs(x) * 100 * (1 + 4e-16) + 0.5) / 100
        rounded += x < 0 ? -size : size
        const place = (region[i] as number) * 12 + (month[i] as number) - 1
        cells[place] = (cells[place] as number) + net
        if (net > least) count++
        if (region[i] === chosen) ofRegion += net
      }
      return [running, window, rounded, Math.max(...cells), count, ofRegion]
    },
  }
}
