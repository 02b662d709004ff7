import { type BenchModel, numbersFrom } from './model.ts'

const AREAS = 2000
const TRADES = 600
const BANDS = 120
const PERILS = 20
const OPTIONS = 6
const REGIONS = ['Coast', 'Hills', 'City', 'Plain']
const WALLS = ['Brick', 'Stone', 'Timber', 'Concrete', 'Clay', 'Steel']
const AGES = [0, 18, 21, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70, 75, 80]
const EXCESSES = [0, 100, 250, 400, 500, 750, 1000, 1500, 2000, 3000, 5000, 10_000]

type Cells = Record<string, string | number>

/** Content of the table sheets, as cells and as numbers for the function written by hand. */
function tables() {
  const next = numbersFrom(2311)
  const factor = (low: number, spread: number) => Math.round((low + next() * spread) * 1000) / 1000
  const areas: Cells = {}
  const areaFactors = Array.from({ length: 3 }, () => new Float64Array(AREAS))
  const areaRegion: string[] = []
  for (let i = 0; i < AREAS; i++) {
    areas[`A${i + 1}`] = areaCode(i)
    areaFactors.forEach((list, k) => (areas[`${'BCD'[k]}${i + 1}`] = list[i] = factor(0.6, 1.1)))
    areaRegion.push(REGIONS[Math.floor(next() * REGIONS.length)] as string)
    areas[`E${i + 1}`] = areaRegion[i] as string
  }
  const trades: Cells = {}
  const tradeFactor = new Map<number, number>()
  for (let i = 0; i < TRADES; i++) {
    tradeFactor.set(tradeNumber(i), factor(0.8, 0.6))
    trades[`A${i + 1}`] = tradeNumber(i)
    trades[`B${i + 1}`] = tradeFactor.get(tradeNumber(i)) as number
  }
  const bands: Cells = {}
  const bandFrom = new Float64Array(BANDS)
  const bandRate = new Float64Array(BANDS)
  for (let i = 0; i < BANDS; i++) {
    bands[`A${i + 1}`] = bandFrom[i] = i * i * 80
    bands[`B${i + 1}`] = bandRate[i] = factor(0.9 - i * 0.004, 0.2)
  }
  const build: Cells = {}
  const buildFactor = Array.from({ length: PERILS }, () => new Float64Array(WALLS.length))
  WALLS.forEach((name, k) => {
    const column = 'ABCDEF'[k]
    build[`${column}1`] = name
    build[`${column}2`] = k + 1
    buildFactor.forEach((list, i) => (build[`${column}${i + 3}`] = list[k] = factor(0.7, 0.7)))
  })
  const small = (from: readonly number[], low: number, step: number) => {
    const rates = from.map((_, i) => Math.round((low + i * step) * 1000) / 1000)
    const cells: Cells = {}
    from.forEach((value, i) => Object.assign(cells, { [`A${i + 1}`]: value, [`B${i + 1}`]: rates[i] }))
    return { cells, rates }
  }
  const ages = small(AGES, 1.7, -0.06)
  const excesses = small(EXCESSES, 1.1, -0.04)
  return {
    areas,
    areaFactors,
    areaRegion,
    trades,
    tradeFactor,
    bands,
    bandFrom,
    bandRate,
    build,
    buildFactor,
    ages,
    excesses,
  }
}

/** Home insurance: 300 formulas, with exact and approximate lookups into tables of up to 2,000 rows. */
export function premium(): BenchModel {
  const table = tables()
  const next = numbersFrom(77)
  const inputs: Cells = { A1: 'Input' }
  const given = [
    320_000,
    60_000,
    areaCode(42),
    tradeNumber(7),
    41,
    'Brick',
    'Gold',
    1,
    'Yes',
    'Monthly',
    500,
    'Some',
    1978,
    3,
  ]
  given.forEach((value, i) => (inputs[`B${i + 2}`] = value))
  const calc: Cells = {
    B1: `=MATCH(Inputs!$B$4,Areas!$A$1:$A$${AREAS},0)`,
    B2: `=VLOOKUP(Inputs!$B$4,Areas!$A$1:$E$${AREAS},5,FALSE)`,
    B3: `=VLOOKUP(Inputs!$B$5,Trades!$A$1:$B$${TRADES},2,FALSE)`,
    B4: '=VLOOKUP(Inputs!$B$6,Ages!$A$1:$B$15,2,TRUE)',
    B5: '=HLOOKUP(Inputs!$B$7,Build!$A$1:$F$2,2,FALSE)',
    B6: `=INDEX(Bands!$B$1:$B$${BANDS},MATCH(Inputs!$B$2,Bands!$A$1:$A$${BANDS},1))`,
    B7: `=INDEX(Bands!$B$1:$B$${BANDS},MATCH(Inputs!$B$3,Bands!$A$1:$A$${BANDS},1))`,
    B8: '=IF(Inputs!$B$8="gold",1.25,IF(Inputs!$B$8="SILVER",1.1,1))',
    B9: '=IF(B2="coast",1.15,IF(B2="Hills",0.97,IF(B2="City",1.08,1)))',
    B10: '=1+0.09*MIN(Inputs!$B$9,6)',
    B11: '=IF(Inputs!$B$10="Yes",0.94,1)',
    B12: '=IF(Inputs!$B$11="Monthly",1.045,IF(Inputs!$B$11="Quarterly",1.02,1))',
    B13: '=VLOOKUP(Inputs!$B$12,Excesses!$A$1:$B$12,2,TRUE)',
    B14: '=2026-Inputs!$B$14',
    B15: '=IF(B14>100,1.3,IF(B14>50,1.15,IF(B14>20,1.05,1)))',
    B16: '=MAX(0.8,1-0.02*Inputs!$B$15)',
    B17: '=B3*B4*B10',
    B18: '=B8*B11*B13*B16',
    B19: '=B9*B15',
    B20: '=B17*B18*B19',
    B21: '=B6*0.7+B7*0.3',
    B22: '=IF(B20>2,2+(B20-2)/2,B20)',
    B23: '=ROUND(B22*B21,6)',
    B24: '=IF(AND(Inputs!$B$9=0,Inputs!$B$15>=5),0.05,0)',
  }
  const share = new Float64Array(PERILS)
  for (let i = 0; i < PERILS; i++) {
    const r = 30 + i
    share[i] = Math.round((0.05 + next() * 0.9) * 1000) / 1000
    calc[`A${r}`] = i + 1
    calc[`B${r}`] = share[i] as number
    calc[`C${r}`] = (i % 3) + 1
    calc[`D${r}`] = `=INDEX(Areas!$B$1:$D$${AREAS},$B$1,C${r})`
    calc[`E${r}`] = `=INDEX(Build!$A$3:$F$${PERILS + 2},A${r},$B$5)`
    calc[`F${r}`] = `=IF(A${r}<=12,Inputs!$B$2,Inputs!$B$3)*B${r}`
    calc[`G${r}`] = `=VLOOKUP(F${r},Bands!$A$1:$B$${BANDS},2,TRUE)`
    calc[`H${r}`] = `=F${r}*G${r}/1000`
    calc[`I${r}`] = `=H${r}*D${r}*E${r}`
    calc[`J${r}`] = `=I${r}*$B$23`
    calc[`K${r}`] = `=IF(J${r}>250,250+(J${r}-250)*0.85,J${r})`
    calc[`L${r}`] = `=MAX(K${r},3+0.25*A${r})`
    calc[`M${r}`] = `=ROUND(L${r}*(1-IF(MOD(A${r},3)=0,$B$24,0)),4)`
    calc[`N${r}`] = `=ROUND(M${r}*IF($B$2="Coast",0.14,0.12),2)`
    calc[`O${r}`] = `=M${r}+N${r}`
  }
  const price = new Float64Array(OPTIONS)
  for (let i = 0; i < OPTIONS; i++) {
    const r = 60 + i
    price[i] = Math.round((8 + next() * 40) * 100) / 100
    calc[`A${r}`] = i + 1
    calc[`B${r}`] = price[i] as number
    calc[`C${r}`] = 60
    calc[`D${r}`] = `=IF(Inputs!$B$13="full",1,IF(AND(Inputs!$B$13="Some",A${r}<=3),1,0))`
    calc[`E${r}`] = `=B${r}*D${r}*$B$22`
    calc[`F${r}`] = `=MIN(E${r},C${r})`
    calc[`G${r}`] = `=ROUND(F${r}*$B$12,2)`
    calc[`H${r}`] = `=IF(G${r}>0,G${r}+1.5,0)`
  }
  return {
    name: 'premium',
    sheets: {
      Inputs: inputs,
      Areas: table.areas,
      Trades: table.trades,
      Bands: table.bands,
      Build: table.build,
      Ages: table.ages.cells,
      Excesses: table.excesses.cells,
      Calc: calc,
      Outputs: {
        B1: '=SUM(Calc!M30:M49)',
        B2: '=SUM(Calc!N30:N49)',
        B3: '=SUM(Calc!H60:H65)',
        B4: '=ROUND((B1+B2)*Calc!B12+B3,2)',
        B5: '=IF(B4>6000,"REFER",IF(Inputs!B9>4,"DECLINE","ACCEPT"))',
        B6: '=SUMPRODUCT(Calc!B30:B49,Calc!O30:O49)',
      },
    },
    inputs: [
      { name: 'Building', cell: 'Inputs!$B$2', range: [80_000, 1_000_000] },
      { name: 'Contents', cell: 'Inputs!$B$3', range: [10_000, 200_000] },
      { name: 'Area', cell: 'Inputs!$B$4', range: Array.from({ length: 400 }, (_, i) => areaCode(i * 5)) },
      { name: 'Trade', cell: 'Inputs!$B$5', range: [1000, 999 + TRADES], isWhole: true },
      { name: 'Age', cell: 'Inputs!$B$6', range: [18, 95], isWhole: true },
      { name: 'Walls', cell: 'Inputs!$B$7', range: WALLS },
      { name: 'Cover', cell: 'Inputs!$B$8', range: ['Gold', 'Silver', 'Basic'] },
      { name: 'Claims', cell: 'Inputs!$B$9', range: [0, 6], isWhole: true },
      { name: 'Alarm', cell: 'Inputs!$B$10', range: ['Yes', 'No'] },
      { name: 'Payment', cell: 'Inputs!$B$11', range: ['Monthly', 'Quarterly', 'Yearly'] },
      { name: 'Excess', cell: 'Inputs!$B$12', range: [0, 6000], isWhole: true },
      { name: 'Options', cell: 'Inputs!$B$13', range: ['Full', 'Some', 'None'] },
      { name: 'Built', cell: 'Inputs!$B$14', range: [1880, 2025], isWhole: true },
      { name: 'Years', cell: 'Inputs!$B$15', range: [0, 15], isWhole: true },
    ],
    outputs: {
      Net: 'Outputs!$B$1',
      Tax: 'Outputs!$B$2',
      Extras: 'Outputs!$B$3',
      Gross: 'Outputs!$B$4',
      Decision: 'Outputs!$B$5',
      Weighted: 'Outputs!$B$6',
    },
    hand: byHand(table, share, price),
  }
}

function byHand(table: ReturnType<typeof tables>, share: Float64Array, price: Float64Array): BenchModel['hand'] {
  const { areaFactors, areaRegion, tradeFactor, bandFrom, bandRate, buildFactor } = table
  const places = new Map(areaRegion.map((_, i) => [areaCode(i).toLowerCase(), i]))
  const walls = new Map(WALLS.map((name, i) => [name.toLowerCase(), i]))
  const rateOf = (sum: number) => bandRate[lastUpTo(bandFrom, sum)] as number
  return (values) => {
    const [building, contents, area, trade, age, wall, cover, claims, alarm, payment, excess, options, built, years] =
      values as [
        number,
        number,
        string,
        number,
        number,
        string,
        string,
        number,
        string,
        string,
        number,
        string,
        number,
        number,
      ]
    const place = places.get(area.toLowerCase()) as number
    const region = areaRegion[place] as string
    const kind = walls.get(wall.toLowerCase()) as number
    const chosen = cover.toLowerCase()
    const how = payment.toLowerCase()
    const old = 2026 - built
    const person =
      (tradeFactor.get(trade) as number) *
      (table.ages.rates[lastUpTo(AGES, age)] as number) *
      (1 + 0.09 * Math.min(claims, 6))
    const contract =
      (chosen === 'gold' ? 1.25 : chosen === 'silver' ? 1.1 : 1) *
      (alarm.toLowerCase() === 'yes' ? 0.94 : 1) *
      (table.excesses.rates[lastUpTo(EXCESSES, excess)] as number) *
      Math.max(0.8, 1 - 0.02 * years)
    const house =
      (region === 'Coast' ? 1.15 : region === 'Hills' ? 0.97 : region === 'City' ? 1.08 : 1) *
      (old > 100 ? 1.3 : old > 50 ? 1.15 : old > 20 ? 1.05 : 1)
    const all = person * contract * house
    const damped = all > 2 ? 2 + (all - 2) / 2 : all
    const level = rounded(damped * (rateOf(building) * 0.7 + rateOf(contents) * 0.3), 1e6)
    const instalments = how === 'monthly' ? 1.045 : how === 'quarterly' ? 1.02 : 1
    const bonus = claims === 0 && years >= 5 ? 0.05 : 0
    const taxRate = region === 'Coast' ? 0.14 : 0.12
    let [net, tax, weighted, extras] = [0, 0, 0, 0]
    for (let i = 0; i < PERILS; i++) {
      const part = share[i] as number
      const sum = (i < 12 ? building : contents) * part
      const local = (areaFactors[i % 3] as Float64Array)[place] as number
      const risk = ((sum * rateOf(sum)) / 1000) * local * ((buildFactor[i] as Float64Array)[kind] as number) * level
      const capped = Math.max(risk > 250 ? 250 + (risk - 250) * 0.85 : risk, 3 + 0.25 * (i + 1))
      const charged = rounded(capped * (1 - (i % 3 === 2 ? bonus : 0)), 1e4)
      const taxed = rounded(charged * taxRate, 100)
      net += charged
      tax += taxed
      weighted += part * (charged + taxed)
    }
    const wanted = options.toLowerCase()
    const count = wanted === 'full' ? OPTIONS : wanted === 'some' ? 3 : 0
    for (let i = 0; i < count; i++) {
      const cost = rounded(Math.min((price[i] as number) * damped, 60) * instalments, 100)
      if (cost > 0) extras += cost + 1.5
    }
    const gross = rounded((net + tax) * instalments + extras, 100)
    return [net, tax, extras, gross, gross > 6000 ? 'REFER' : claims > 4 ? 'DECLINE' : 'ACCEPT', weighted]
  }
}

function areaCode(index: number): string {
  return `PC${String(index).padStart(4, '0')}`
}

/** A permutation of a range: 77 and 600 are coprime. */
function tradeNumber(index: number): number {
  return 1000 + ((index * 77) % TRADES)
}

/** Index of the last of ascending numbers that is not above the given one. */
function lastUpTo(list: ArrayLike<number>, value: number): number {
  let [low, high] = [0, list.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((list[middle] as number) <= value) low = middle
    else high = middle - 1
  }
  return low
}

function rounded(value: number, scale: number): number {
  return Math.floor(value * scale * (1 + 4e-16) + 0.5) / scale
}
