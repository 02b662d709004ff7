import { type BenchModel, numbersFrom } from './model.ts'

const REGIONS = ['North', 'South', 'East', 'West', 'Lakes', 'Coast']
const BANDS = [0, 40, 90, 150, 260, 400, 650, 1000, 1500, 2200, 3000, 4200]
const PRODUCTS = 402
const ACCOUNTS = 348
const WINDOW = 12
/** Number of rows that makes 200,000 formulas. */
export const BIG_ROWS = 19_800

type Cells = Record<string, string | number>

/** Constants of the rows, as in the sheets. */
interface Rows {
  readonly region: Uint8Array
  readonly product: Uint16Array
  readonly month: Uint8Array
  readonly quantity: Float64Array
  readonly price: Float64Array
  readonly account: Uint16Array
  readonly bandRate: Float64Array
  readonly cost: Float64Array
  readonly fee: Float64Array
}

/**
 * Sales of many rows with lookups into tables that the inputs change, running totals, moving windows, texts, rounding,
 * and conditional sums and counts over all rows. `rows` is their number.
 */
export function big(rows: number): BenchModel {
  const next = numbersFrom(4099)
  const whole = (count: number) => Math.floor(next() * count)
  const inputs: Cells = {}
  ;[0.02, 5, 0.1, 'North', 1.05, 120, 0.97, 0.03].forEach((value, i) => (inputs[`B${i + 2}`] = value))
  const data: Rows = {
    region: new Uint8Array(rows),
    product: new Uint16Array(rows),
    month: new Uint8Array(rows),
    quantity: new Float64Array(rows),
    price: new Float64Array(rows),
    account: new Uint16Array(rows),
    bandRate: new Float64Array(BANDS.length),
    cost: new Float64Array(PRODUCTS),
    fee: new Float64Array(PRODUCTS),
  }
  const bands: Cells = {}
  BANDS.forEach((from, i) => {
    data.bandRate[i] = Math.round(next() * 180) / 1000
    Object.assign(bands, { [`A${i + 1}`]: from, [`B${i + 1}`]: data.bandRate[i] })
  })
  const products: Cells = {}
  for (let i = 0; i < PRODUCTS; i++) {
    const r = i + 1
    data.cost[i] = Math.round(next() * 4000) / 100
    data.fee[i] = Math.round(next() * 300) / 100
    products[`A${r}`] = productNumber(i)
    products[`B${r}`] = data.cost[i] as number
    products[`C${r}`] = data.fee[i] as number
    products[`D${r}`] = `=B${r}*(1+Inputs!$B$9)`
    products[`E${r}`] = `=D${r}+IF(D${r}>20,C${r},0)`
  }
  const sales: Cells = {}
  for (let i = 0; i < rows; i++) {
    const r = i + 2
    data.region[i] = whole(REGIONS.length)
    data.product[i] = whole(PRODUCTS)
    data.month[i] = 1 + whole(12)
    data.quantity[i] = 1 + whole(40)
    data.price[i] = Math.round(next() * 9000) / 100
    data.account[i] = whole(ACCOUNTS)
    sales[`A${r}`] = REGIONS[data.region[i] as number] as string
    sales[`B${r}`] = productNumber(data.product[i] as number)
    sales[`C${r}`] = data.month[i] as number
    sales[`D${r}`] = data.quantity[i] as number
    sales[`E${r}`] = data.price[i] as number
    sales[`F${r}`] = accountName(data.account[i] as number)
    sales[`G${r}`] = `=D${r}*E${r}*(1+Inputs!$B$2)*IF(C${r}>=Inputs!$B$3,1+Inputs!$B$4,1)`
    sales[`H${r}`] = `=VLOOKUP(G${r},Bands!$A$1:$B$${BANDS.length},2,TRUE)`
    sales[`I${r}`] = `=VLOOKUP(B${r},Products!$A$1:$E$${PRODUCTS},5,FALSE)`
    sales[`J${r}`] = `=IF(A${r}=Inputs!$B$5,G${r}*Inputs!$B$6,G${r})*(1-H${r})`
    sales[`K${r}`] = `=J${r}-D${r}*I${r}`
    sales[`L${r}`] = i === 0 ? `=K${r}` : `=L${r - 1}+K${r}`
    sales[`M${r}`] = `=SUM(J${Math.max(2, r - WINDOW + 1)}:J${r})`
    sales[`N${r}`] = `=ROUND(J${r}*Inputs!$B$8-L${r}/1000000,2)`
    sales[`O${r}`] = `=IF(K${r}<0,"loss",IF(K${r}>Inputs!$B$7*10,"high","plain"))`
    sales[`P${r}`] = `=IF(O${r}="loss",-K${r},K${r}/2)+MAX(H${r},0.01)`
  }
  const last = rows + 1
  const column = (letter: string) => `Sales!$${letter}$2:$${letter}$${last}`
  const summary: Cells = {}
  REGIONS.forEach((name, k) => {
    summary[`A${k + 2}`] = name
    for (let m = 1; m <= 12; m++) {
      const c = String.fromCharCode(65 + m)
      const criteria = `${column('A')},$A${k + 2},${column('C')},${c}$1`
      summary[`${c}1`] = m
      summary[`${c}${k + 2}`] = `=SUMIFS(${column('J')},${criteria})`
      summary[`${c}${k + 12}`] = `=COUNTIFS(${column('A')},$A${k + 2},${column('C')},${c}$1,${column('K')},">0")`
    }
  })
  const accounts: Cells = {}
  for (let i = 0; i < ACCOUNTS; i++) {
    const r = i + 1
    accounts[`A${r}`] = accountName(i)
    accounts[`B${r}`] = `=SUMIFS(${column('K')},${column('F')},A${r})`
    accounts[`C${r}`] = `=COUNTIFS(${column('F')},A${r})`
    accounts[`D${r}`] = `=IF(C${r}=0,0,B${r}/C${r})`
  }
  return {
    name: 'big',
    sheets: {
      Inputs: inputs,
      Bands: bands,
      Products: products,
      Sales: sales,
      Summary: summary,
      Accounts: accounts,
      Outputs: {
        B1: `=SUM(${column('J')})`,
        B2: `=MAX(${column('M')})`,
        B3: `=SUM(${column('N')})`,
        B4: '=MAX(Summary!B2:M7)',
        B5: '=SUM(Summary!B12:M17)',
        B6: `=MAX(Accounts!D1:D${ACCOUNTS})`,
        B7: `=COUNTIF(${column('O')},"high")`,
        B8: `=SUM(${column('P')})`,
      },
    },
    inputs: [
      { name: 'Up', cell: 'Inputs!$B$2', range: [-0.05, 0.1] },
      { name: 'From', cell: 'Inputs!$B$3', range: [1, 12], isWhole: true },
      { name: 'Surge', cell: 'Inputs!$B$4', range: [0.01, 0.3] },
      { name: 'Region', cell: 'Inputs!$B$5', range: REGIONS },
      { name: 'Adjust', cell: 'Inputs!$B$6', range: [0.8, 1.2] },
      { name: 'Least', cell: 'Inputs!$B$7', range: [50, 200] },
      { name: 'Share', cell: 'Inputs!$B$8', range: [0.8, 1] },
      { name: 'Costs', cell: 'Inputs!$B$9', range: [0.01, 0.1] },
    ],
    outputs: {
      Total: 'Outputs!$B$1',
      Window: 'Outputs!$B$2',
      Rounded: 'Outputs!$B$3',
      Cell: 'Outputs!$B$4',
      Profitable: 'Outputs!$B$5',
      Account: 'Outputs!$B$6',
      High: 'Outputs!$B$7',
      Sized: 'Outputs!$B$8',
    },
    hand: byHand(rows, data),
  }
}

function byHand(rows: number, data: Rows): BenchModel['hand'] {
  const { region, product, month, quantity, price, account, bandRate, cost, fee } = data
  const net = new Float64Array(rows)
  const unit = new Float64Array(PRODUCTS)
  const cells = new Float64Array(REGIONS.length * 12)
  const accounts = new Float64Array(ACCOUNTS)
  const counts = new Float64Array(ACCOUNTS)
  for (const one of account) counts[one] = (counts[one] as number) + 1
  return (values) => {
    const [up, from, surge, name, adjust, least, part, costs] = values as [
      number,
      number,
      number,
      string,
      number,
      number,
      number,
      number,
    ]
    const chosen = REGIONS.findIndex((one) => one.toLowerCase() === name.toLowerCase())
    for (let i = 0; i < PRODUCTS; i++) {
      const dearer = (cost[i] as number) * (1 + costs)
      unit[i] = dearer > 20 ? dearer + (fee[i] as number) : dearer
    }
    cells.fill(0)
    accounts.fill(0)
    let [total, window, rounded, profitable, high, sized, running] = [0, Number.NEGATIVE_INFINITY, 0, 0, 0, 0, 0]
    for (let i = 0; i < rows; i++) {
      const pieces = quantity[i] as number
      const gross = pieces * (price[i] as number) * (1 + up) * ((month[i] as number) >= from ? 1 + surge : 1)
      let band = BANDS.length - 1
      while ((BANDS[band] as number) > gross) band--
      const off = bandRate[band] as number
      const sold = (region[i] === chosen ? gross * adjust : gross) * (1 - off)
      const margin = sold - pieces * (unit[product[i] as number] as number)
      net[i] = sold
      total += sold
      running += margin
      let recent = 0
      for (let k = Math.max(0, i - WINDOW + 1); k <= i; k++) recent += net[k] as number
      if (recent > window) window = recent
      const exact = sold * part - running / 1_000_000
      const size = Math.floor(Math.abs(exact) * 100 * (1 + 4e-16) + 0.5) / 100
      rounded += exact < 0 ? -size : size
      const cell = (region[i] as number) * 12 + (month[i] as number) - 1
      cells[cell] = (cells[cell] as number) + sold
      const whose = account[i] as number
      accounts[whose] = (accounts[whose] as number) + margin
      if (margin > 0) profitable++
      if (margin > least * 10) high++
      sized += (margin < 0 ? -margin : margin / 2) + Math.max(off, 0.01)
    }
    let best = Number.NEGATIVE_INFINITY
    for (let i = 0; i < ACCOUNTS; i++) {
      const mean = counts[i] === 0 ? 0 : (accounts[i] as number) / (counts[i] as number)
      if (mean > best) best = mean
    }
    let top = Number.NEGATIVE_INFINITY
    for (const one of cells) if (one > top) top = one
    return [total, window, rounded, top, profitable, best, high, sized]
  }
}

/** A permutation of a range: 61 and 402 are coprime. */
function productNumber(index: number): number {
  return 5000 + ((index * 61) % PRODUCTS) * 3
}

function accountName(index: number): string {
  return `Account ${String(index + 1).padStart(3, '0')}`
}
