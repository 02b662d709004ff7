import type { BenchModel } from './model.ts'

/** Lapse rate per year, by policy year. */
const LAPSES = [
  [1, 0.09],
  [2, 0.07],
  [3, 0.06],
  [5, 0.045],
  [8, 0.035],
  [12, 0.025],
  [20, 0.015],
] as const

/** A deferred annuity month by month: 25 columns, each row computed from the one before. `rows` is its length. */
export function annuity(rows: number): BenchModel {
  const inputs: Record<string, string | number> = {}
  ;[300, 0.02, 45, 65, 900, 0.0004, 0.00003, 1.1, 0.045, 0.009, 0.03, 0.02, 40, 20_000, 0.9].forEach(
    (value, i) => (inputs[`B${i + 2}`] = value),
  )
  const lapses: Record<string, number> = {}
  LAPSES.forEach(([year, rate], i) => Object.assign(lapses, { [`A${i + 1}`]: year, [`B${i + 1}`]: rate }))
  const plan: Record<string, string | number> = {}
  for (let i = 0; i < rows; i++) {
    const r = i + 2
    const p = r - 1
    const isFirst = i === 0
    plan[`A${r}`] = isFirst ? 1 : `=A${p}+1`
    plan[`B${r}`] = `=INT((A${r}-1)/12)+1`
    plan[`C${r}`] = `=Inputs!$B$4+B${r}-1`
    plan[`D${r}`] = `=MIN(1,Inputs!$B$7+Inputs!$B$8*Inputs!$B$9^C${r})`
    plan[`E${r}`] = `=1-(1-D${r})^(1/12)`
    plan[`F${r}`] = `=VLOOKUP(B${r},Lapses!$A$1:$B$${LAPSES.length},2,TRUE)*Inputs!$B$16`
    plan[`G${r}`] = `=IF(C${r}<Inputs!$B$5,F${r}/12,0)`
    plan[`H${r}`] = isFirst ? 1 : `=H${p}-I${p}-J${p}`
    plan[`I${r}`] = `=H${r}*E${r}`
    plan[`J${r}`] = `=(H${r}-I${r})*G${r}`
    plan[`K${r}`] = isFirst ? 1 : `=K${p}*(1+Inputs!$B$13)^(1/12)`
    plan[`L${r}`] = `=IF(C${r}<Inputs!$B$5,Inputs!$B$2*(1+Inputs!$B$3)^(B${r}-1),0)`
    plan[`M${r}`] = `=L${r}*H${r}`
    plan[`N${r}`] = `=M${r}*Inputs!$B$12`
    plan[`O${r}`] = isFirst ? 0 : `=W${p}`
    plan[`P${r}`] = `=(1+Inputs!$B$10)^(1/12)-1`
    plan[`Q${r}`] = `=(O${r}+M${r}-N${r})*P${r}`
    plan[`R${r}`] = `=(O${r}+M${r}-N${r}+Q${r})*Inputs!$B$11/12`
    plan[`S${r}`] = `=IF(C${r}<Inputs!$B$5,I${r}*MAX(Inputs!$B$15,(O${r}+M${r})/H${r}),0)`
    plan[`T${r}`] = `=IF(J${r}>0,J${r}*(O${r}+M${r})/H${r}*MIN(1,0.7+0.03*B${r}),0)`
    plan[`U${r}`] = `=IF(C${r}>=Inputs!$B$5,Inputs!$B$6*K${r},0)`
    plan[`V${r}`] = `=U${r}*H${r}`
    plan[`W${r}`] = `=MAX(0,O${r}+M${r}-N${r}+Q${r}-R${r}-S${r}-T${r}-V${r})`
    plan[`X${r}`] = isFirst ? `=1/(1+P${r})` : `=X${p}/(1+P${r})`
    plan[`Y${r}`] = `=N${r}+R${r}-H${r}*Inputs!$B$14/12*K${r}`
  }
  const last = rows + 1
  const column = (letter: string) => `Plan!${letter}2:${letter}${last}`
  return {
    name: 'annuity',
    sheets: {
      Inputs: inputs,
      Lapses: lapses,
      Plan: plan,
      Outputs: {
        B1: `=SUMPRODUCT(${column('M')},${column('X')})`,
        B2: `=SUMPRODUCT(${column('S')}+${column('T')}+${column('V')},${column('X')})`,
        B3: `=NPV(0.003,${column('Y')})`,
        B4: `=MAX(${column('W')})`,
        B5: `=SUMIFS(${column('Y')},${column('B')},"<=15")`,
        B6: `=SUMIFS(${column('V')},${column('C')},">="&(Inputs!B5+10))`,
        B7: `=IF(B1=0,0,B2/B1)`,
        B8: `=COUNTIF(${column('W')},">0")`,
      },
    },
    inputs: [
      { name: 'Premium', cell: 'Inputs!$B$2', range: [50, 900] },
      { name: 'Step', cell: 'Inputs!$B$3', range: [0.001, 0.04] },
      { name: 'Age', cell: 'Inputs!$B$4', range: [20, 55], isWhole: true },
      { name: 'Pension', cell: 'Inputs!$B$5', range: [58, 70], isWhole: true },
      { name: 'Annuity', cell: 'Inputs!$B$6', range: [300, 2500] },
      { name: 'Accidents', cell: 'Inputs!$B$7', range: [0.0001, 0.001] },
      { name: 'Ageing', cell: 'Inputs!$B$8', range: [0.00001, 0.00005] },
      { name: 'Yearly', cell: 'Inputs!$B$9', range: [1.08, 1.12] },
      { name: 'Yield', cell: 'Inputs!$B$10', range: [0.01, 0.07] },
      { name: 'Charge', cell: 'Inputs!$B$11', range: [0.002, 0.02] },
      { name: 'Entry', cell: 'Inputs!$B$12', range: [0.005, 0.05] },
      { name: 'Inflation', cell: 'Inputs!$B$13', range: [0.001, 0.04] },
      { name: 'Expense', cell: 'Inputs!$B$14', range: [10, 90] },
      { name: 'Insured', cell: 'Inputs!$B$15', range: [5000, 90_000] },
      { name: 'Lapsing', cell: 'Inputs!$B$16', range: [0.4, 1.6] },
    ],
    outputs: {
      Contributions: 'Outputs!$B$1',
      Benefits: 'Outputs!$B$2',
      Profit: 'Outputs!$B$3',
      Peak: 'Outputs!$B$4',
      Early: 'Outputs!$B$5',
      Late: 'Outputs!$B$6',
      Ratio: 'Outputs!$B$7',
      Months: 'Outputs!$B$8',
    },
    hand: byHand(rows),
  }
}

function byHand(rows: number): BenchModel['hand'] {
  return (values) => {
    const [
      premium,
      step,
      age,
      pension,
      pay,
      accidents,
      ageing,
      yearly,
      yielding,
      charge,
      entry,
      inflation,
      expense,
      insured,
      lapsing,
    ] = values as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ]
    const growth = (1 + yielding) ** (1 / 12) - 1
    const dearer = (1 + inflation) ** (1 / 12)
    let [alive, prices, fund, discount, profitDiscount] = [1, 1, 0, 1, 1]
    let [contributions, benefits, profit, peak, early, late, months] = [0, 0, 0, Number.NEGATIVE_INFINITY, 0, 0, 0]
    // Yearly values are computed once a year.
    let [year, old, dying, leaving, due, kept, band] = [0, 0, 0, 0, 0, 0, 0]
    for (let i = 0; i < rows; i++) {
      if (i % 12 === 0) {
        year++
        old = age + year - 1
        dying = 1 - (1 - Math.min(1, accidents + ageing * yearly ** old)) ** (1 / 12)
        while (band + 1 < LAPSES.length && (LAPSES[band + 1]?.[0] as number) <= year) band++
        leaving = old < pension ? ((LAPSES[band]?.[1] as number) * lapsing) / 12 : 0
        due = old < pension ? premium * (1 + step) ** (year - 1) : 0
        kept = Math.min(1, 0.7 + 0.03 * year)
      }
      if (i > 0) prices *= dearer
      const deaths = alive * dying
      const exits = (alive - deaths) * leaving
      const paidIn = due * alive
      const fee = paidIn * entry
      const interest = (fund + paidIn - fee) * growth
      const cost = ((fund + paidIn - fee + interest) * charge) / 12
      const onDeath = old < pension ? deaths * Math.max(insured, (fund + paidIn) / alive) : 0
      const onExit = exits > 0 ? ((exits * (fund + paidIn)) / alive) * kept : 0
      const paidOut = old >= pension ? pay * prices * alive : 0
      const after = Math.max(0, fund + paidIn - fee + interest - cost - onDeath - onExit - paidOut)
      discount /= 1 + growth
      profitDiscount /= 1.003
      const gain = fee + cost - ((alive * expense) / 12) * prices
      contributions += paidIn * discount
      benefits += (onDeath + onExit + paidOut) * discount
      profit += gain * profitDiscount
      if (after > peak) peak = after
      if (year <= 15) early += gain
      if (old >= pension + 10) late += paidOut
      if (after > 0) months++
      alive = alive - deaths - exits
      fund = after
    }
    return [
      contributions,
      benefits,
      profit,
      peak,
      early,
      late,
      contributions === 0 ? 0 : benefits / contributions,
      months,
    ]
  }
}
