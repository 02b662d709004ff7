import { type BenchModel, numbersFrom } from './model.ts'

const AREAS = 2000
const RISKS = 12
const REGIONS = ['North', 'South', 'East', 'West']

/** Household rating: exact and approximate lookups into tables of up to 2,000 rows, nested IFs, rounding. */
export function rating(): BenchModel {
  const next = numbersFrom(11)
  const inputs: Record<string, string | number> = { A1: 'Input' }
  const defaults = [350_000, 'AR0042', 34, 'Gold', 1, 'Monthly']
  defaults.forEach((value, i) => (inputs[`B${i + 2}`] = value))
  const areas: Record<string, string | number> = {}
  const areaFactor: number[] = []
  const areaRegion: string[] = []
  for (let i = 0; i < AREAS; i++) {
    areaFactor.push(Math.round((0.7 + next()) * 1000) / 1000)
    areaRegion.push(REGIONS[Math.floor(next() * REGIONS.length)] as string)
    areas[`A${i + 1}`] = `AR${String(i).padStart(4, '0')}`
    areas[`B${i + 1}`] = areaFactor[i] as number
    areas[`C${i + 1}`] = areaRegion[i] as string
  }
  const ages: Record<string, string | number> = {}
  const ageFactor: number[] = []
  for (let i = 0; i < 10; i++) {
    ageFactor.push(Math.round((1.6 - i * 0.07) * 100) / 100)
    ages[`A${i + 1}`] = i * 10
    ages[`B${i + 1}`] = ageFactor[i] as number
  }
  const calc: Record<string, string | number> = {
    B1: '=MATCH(Inputs!$B$3,Areas!$A$1:$A$2000,0)',
    B2: '=INDEX(Areas!$B$1:$B$2000,B1)',
    B3: '=VLOOKUP(Inputs!$B$3,Areas!$A$1:$C$2000,3,FALSE)',
    B4: '=VLOOKUP(Inputs!$B$4,Ages!$A$1:$B$10,2,TRUE)',
    B5: '=IF(Inputs!$B$5="gold",0.8,IF(Inputs!$B$5="SILVER",0.9,1))',
    B6: '=IF(OR(B3="North",B3="East"),1.04,0.98)',
    B7: '=1+0.12*Inputs!$B$6',
    B8: '=IF(Inputs!$B$7="Monthly",1.05,1)',
  }
  const base: number[] = []
  for (let i = 0; i < RISKS; i++) {
    const row = 20 + i
    base.push(Math.round((0.2 + next()) * 1000) / 1000)
    calc[`A${row}`] = i + 1
    calc[`B${row}`] = base[i] as number
    calc[`C${row}`] = `=B${row}*Inputs!$B$2/1000*$B$2`
    calc[`D${row}`] = `=C${row}*$B$4*$B$5^(0.5+0.05*A${row})`
    calc[`E${row}`] = `=ROUND(D${row}*$B$6*$B$7,4)`
    calc[`F${row}`] = `=IF(MOD(A${row},2)=0,MIN(E${row},400),MAX(E${row},5))`
    calc[`G${row}`] = `=ROUND(F${row}*IF(A${row}<=6,0.12,0.2),2)`
  }
  const last = 20 + RISKS - 1
  const out: Record<string, string | number> = {
    B1: `=SUM(Calc!F20:F${last})`,
    B2: `=SUM(Calc!G20:G${last})`,
    B3: `=ROUND((B1+B2)*Calc!B8,2)`,
    B4: `=IF(B3>1500,"REFER",IF(Inputs!B6>3,"DECLINE","ACCEPT"))`,
    B5: `=SUMPRODUCT(Calc!B20:B${last},Calc!F20:F${last})`,
  }
  return {
    name: 'rating',
    sheets: { Inputs: inputs, Areas: areas, Ages: ages, Calc: calc, Outputs: out },
    inputs: [
      { name: 'Sum', cell: 'Inputs!$B$2', range: [50_000, 900_000] },
      {
        name: 'Area',
        cell: 'Inputs!$B$3',
        range: Array.from({ length: 200 }, (_, i) => `AR${String(i * 9).padStart(4, '0')}`),
      },
      { name: 'Age', cell: 'Inputs!$B$4', range: [18, 90], isWhole: true },
      { name: 'Cover', cell: 'Inputs!$B$5', range: ['Gold', 'Silver', 'Basic'] },
      { name: 'Claims', cell: 'Inputs!$B$6', range: [0, 5], isWhole: true },
      { name: 'Payment', cell: 'Inputs!$B$7', range: ['Monthly', 'Annual'] },
    ],
    outputs: {
      Net: 'Outputs!$B$1',
      Tax: 'Outputs!$B$2',
      Gross: 'Outputs!$B$3',
      Decision: 'Outputs!$B$4',
      Weighted: 'Outputs!$B$5',
    },
    hand: (values) => {
      const [sum, area, age, cover, claims, payment] = values as [number, string, number, string, number, string]
      const place = Number(area.slice(2))
      const region = areaRegion[place]
      const lower = cover.toLowerCase()
      const b4 = ageFactor[Math.min(9, Math.floor(age / 10))] as number
      const b5 = lower === 'gold' ? 0.8 : lower === 'silver' ? 0.9 : 1
      const b6 = region === 'North' || region === 'East' ? 1.04 : 0.98
      const b7 = 1 + 0.12 * claims
      let net = 0
      let tax = 0
      let weighted = 0
      for (let i = 0; i < RISKS; i++) {
        const c = (((base[i] as number) * sum) / 1000) * (areaFactor[place] as number)
        const e = round(c * b4 * b5 ** (0.5 + 0.05 * (i + 1)) * b6 * b7, 10_000)
        const f = i % 2 === 1 ? Math.min(e, 400) : Math.max(e, 5)
        net += f
        tax += round(f * (i < 6 ? 0.12 : 0.2), 100)
        weighted += (base[i] as number) * f
      }
      const gross = round((net + tax) * (payment === 'Monthly' ? 1.05 : 1), 100)
      return [net, tax, gross, gross > 1500 ? 'REFER' : claims > 3 ? 'DECLINE' : 'ACCEPT', weighted]
    },
  }
}

function round(x: number, scale: number): number {
  return Math.floor(x * scale * (1 + 4e-16) + 0.5) / scale
}
