import type { BenchModel } from './model.ts'

/** A savings policy month by month: each row from the one before. `rows` decides how long. */
export function projection(rows: number): BenchModel {
  const inputs: Record<string, string | number> = {}
  ;[250, 0.04, 0.012, 45, 0.001, 1.1].forEach((value, i) => (inputs[`B${i + 2}`] = value))
  const proj: Record<string, string | number> = {}
  for (let i = 0; i < rows; i++) {
    const r = i + 2
    const p = r - 1
    proj[`A${r}`] = i === 0 ? 1 : `=A${p}+1`
    proj[`B${r}`] = `=INT((A${r}-1)/12)+1`
    proj[`C${r}`] = `=Inputs!$B$5+B${r}-1`
    proj[`D${r}`] = `=MIN(1,Inputs!$B$6*Inputs!$B$7^(C${r}-20))`
    proj[`E${r}`] = i === 0 ? 1 : `=E${p}-F${p}`
    proj[`F${r}`] = `=E${r}*D${r}/12`
    proj[`G${r}`] = `=IF(C${r}<65,Inputs!$B$2,0)*E${r}`
    proj[`H${r}`] = `=(1+Inputs!$B$3)^(1/12)-1`
    proj[`I${r}`] = i === 0 ? 0 : `=L${p}`
    proj[`J${r}`] = `=(I${r}+G${r})*H${r}`
    proj[`K${r}`] = `=(I${r}+G${r}+J${r})*Inputs!$B$4/12+F${r}*1000`
    proj[`L${r}`] = `=MAX(0,I${r}+G${r}+J${r}-K${r})`
    proj[`M${r}`] = i === 0 ? `=1/(1+H${r})` : `=M${p}/(1+H${r})`
    proj[`N${r}`] = `=G${r}-F${r}*1000`
  }
  const last = rows + 1
  const out: Record<string, string | number> = {
    B1: `=SUMPRODUCT(Proj!G2:G${last},Proj!M2:M${last})`,
    B2: `=MAX(Proj!L2:L${last})`,
    B3: `=SUMIFS(Proj!N2:N${last},Proj!B2:B${last},"<=10")`,
    B4: `=NPV(0.002,Proj!N2:N${last})`,
    B5: `=SUM(Proj!K2:K${last})`,
  }
  return {
    name: 'projection',
    sheets: { Inputs: inputs, Proj: proj, Outputs: out },
    inputs: [
      { name: 'Premium', cell: 'Inputs!$B$2', range: [50, 900] },
      { name: 'Yield', cell: 'Inputs!$B$3', range: [0.005, 0.07] },
      { name: 'Charge', cell: 'Inputs!$B$4', range: [0.002, 0.02] },
      { name: 'Age', cell: 'Inputs!$B$5', range: [20, 60], isWhole: true },
      { name: 'Mortality', cell: 'Inputs!$B$6', range: [0.0002, 0.002] },
      { name: 'Ageing', cell: 'Inputs!$B$7', range: [1.02, 1.12] },
    ],
    outputs: {
      Present: 'Outputs!$B$1',
      Peak: 'Outputs!$B$2',
      TenYears: 'Outputs!$B$3',
      Value: 'Outputs!$B$4',
      Charges: 'Outputs!$B$5',
    },
    hand: (values) => {
      const [premium, rate, charge, age, mortality, ageing] = values as number[] as [
        number,
        number,
        number,
        number,
        number,
        number,
      ]
      const h = (1 + rate) ** (1 / 12) - 1
      let [alive, fund, discount, present, peak, ten, value, charges, npv] = [
        1,
        0,
        1,
        0,
        Number.NEGATIVE_INFINITY,
        0,
        0,
        0,
        1,
      ]
      let d = 0
      for (let i = 0; i < rows; i++) {
        const year = Math.floor(i / 12) + 1
        const c = age + year - 1
        if (i % 12 === 0) d = Math.min(1, mortality * ageing ** (c - 20))
        const deaths = (alive * d) / 12
        const g = (c < 65 ? premium : 0) * alive
        const j = (fund + g) * h
        const k = ((fund + g + j) * charge) / 12 + deaths * 1000
        const l = Math.max(0, fund + g + j - k)
        discount /= 1 + h
        const n = g - deaths * 1000
        present += g * discount
        if (l > peak) peak = l
        if (year <= 10) ten += n
        npv *= 1.002
        value += n / npv
        charges += k
        alive -= deaths
        fund = l
      }
      return [present, peak, ten, value, charges]
    },
  }
}
