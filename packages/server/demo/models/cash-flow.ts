import type { CellSpec, Content, WorkbookSpec } from '../workbook-file.ts'
import { between } from './limits.ts'
import { heading, input, result, title } from './looks.ts'

const years = 10
const columns = 'BCDEFGHIJK'

/** Discounted cash flow of a company: ten years of plan, terminal value, equity bridge, sensitivities. */
export function cashFlow(): WorkbookSpec {
  const plan: Record<string, Content | CellSpec> = { A1: title('Plan'), A3: heading('Year') }
  const rows: readonly (readonly [number, string, (col: string, before: string | undefined) => string, string])[] = [
    [4, 'Revenue', (_c, before) => (before ? `=${before}4*(1+${_c}5)` : `=Valuation!$B$4*(1+${_c}5)`), '#,##0.0'],
    [5, 'Growth', (c) => `=Valuation!$B$5+(Valuation!$B$11-Valuation!$B$5)*(${c}3-1)/${years - 1}`, '0.0%'],
    [6, 'Operating result', (c) => `=${c}4*Valuation!$B$6`, '#,##0.0'],
    [7, 'Tax', (c) => `=-MAX(0,${c}6)*Valuation!$B$7`, '#,##0.0'],
    [8, 'Depreciation', (c) => `=${c}4*Valuation!$B$8`, '#,##0.0'],
    [9, 'Investment', (c) => `=-${c}4*Valuation!$B$9`, '#,##0.0'],
    [
      10,
      'Change of working capital',
      (c, before) => `=-(${c}4-${before ? `${before}4` : 'Valuation!$B$4'})*Valuation!$B$10`,
      '#,##0.0',
    ],
    [11, 'Free cash flow', (c) => `=SUM(${c}6:${c}10)`, '#,##0.0'],
    [12, 'Discount factor', (c) => `=(1+Valuation!$B$12)^(-(${c}3-IF(Valuation!$B$15,0.5,0)))`, '0.0000'],
    [13, 'Present value', (c) => `=${c}11*${c}12`, '#,##0.0'],
  ]
  for (const [row, label] of rows) plan[`A${row}`] = label
  Array.from(columns).forEach((column, i) => {
    plan[`${column}3`] = i + 1
    for (const [row, , formula, format] of rows) {
      plan[`${column}${row}`] = { content: { formula: formula(column, columns[i - 1]) }, format }
    }
  })
  const rates = [-0.01, -0.005, 0, 0.005, 0.01]
  const sensitivity: Record<string, Content | CellSpec> = { A1: heading('Cost of capital') }
  const growths = [-0.005, 0, 0.005]
  growths.forEach((by, i) => (sensitivity[`${'BCD'[i]}1`] = heading(`Growth ${by >= 0 ? '+' : ''}${by * 100} %`)))
  rates.forEach((by, r) => {
    const row = r + 2
    sensitivity[`A${row}`] = { content: { formula: `=Valuation!$B$12+${by}` }, format: '0.00%' }
    growths.forEach((growth, i) => {
      const rate = `$A${row}`
      const later = `(Valuation!$B$11+${growth})`
      const shift = 'IF(Valuation!$B$15,0.5,0)'
      const value = `SUMPRODUCT(Plan!$B$11:$K$11*(1+${rate})^(-(Plan!$B$3:$K$3-${shift})))+Plan!$K$11*(1+${later})/(${rate}-${later})*(1+${rate})^-(${years}-${shift})`
      sensitivity[`${'BCD'[i]}${row}`] = result(
        `=IF(${rate}<=${later},0,ROUND((${value}-Valuation!$B$13)/Valuation!$B$14,2))`,
        '#,##0.00',
      )
    })
  })
  return {
    sheets: [
      {
        name: 'Valuation',
        widths: [42, 18],
        cells: {
          A1: title('Discounted cash flow'),
          A3: heading('Inputs'),
          A4: 'Revenue of the last year, in millions',
          B4: input(240, '#,##0.0'),
          A5: 'Growth of revenue in the first year',
          B5: input(0.08, '0.0%'),
          A6: 'Operating margin',
          B6: input(0.16, '0.0%'),
          A7: 'Tax rate',
          B7: input(0.27, '0.0%'),
          A8: 'Depreciation as a share of revenue',
          B8: input(0.035, '0.0%'),
          A9: 'Investment as a share of revenue',
          B9: input(0.045, '0.0%'),
          A10: 'Working capital as a share of revenue',
          B10: input(0.12, '0.0%'),
          A11: 'Growth for ever after',
          B11: input(0.02, '0.0%'),
          A12: 'Cost of capital',
          B12: input(0.085, '0.00%'),
          A13: 'Net debt, in millions',
          B13: input(95, '#,##0.0'),
          A14: 'Shares, in millions',
          B14: input(38, '#,##0.0'),
          A15: 'Payments in the middle of the year',
          B15: input(true),
          A16: 'Price of a share',
          B16: input(9.5, '0.00'),
          A19: heading('Results'),
          A20: 'Present value of the plan',
          B20: result('=SUM(Plan!B13:K13)', '#,##0.0'),
          A21: 'Terminal value at the end of the plan',
          B21: result('=Plan!K11*(1+B11)/(B12-B11)', '#,##0.0'),
          A22: 'Present value of the terminal value',
          B22: result('=B21*Plan!K12', '#,##0.0'),
          A23: 'Value of the enterprise',
          B23: result('=B20+B22', '#,##0.0'),
          A24: 'Value of the equity',
          B24: result('=B23-B13', '#,##0.0'),
          A25: 'Value of a share',
          B25: result('=ROUND(B24/B14,2)', '#,##0.00'),
          A26: 'Share of the terminal value',
          B26: result('=B22/B23', '0.0%'),
          A27: 'Value above the price',
          B27: result('=B25/B16-1', '0.0%'),
          A28: 'Return at the price',
          B28: result('=IRR(Returns!B3:L3)', '0.00%'),
        },
        validations: [
          between('B4', 'decimal', [0.1, 1_000_000], 'Revenue is above 0.'),
          between('B5', 'decimal', [-0.3, 0.6], 'Growth is -30 to 60 percent.'),
          between('B6', 'decimal', [-0.2, 0.7], 'The margin is -20 to 70 percent.'),
          between('B7', 'decimal', [0, 0.6], 'The tax rate is 0 to 60 percent.'),
          between('B8', 'decimal', [0, 0.5], 'Depreciation is 0 to 50 percent.'),
          between('B9', 'decimal', [0, 0.5], 'Investment is 0 to 50 percent.'),
          between('B10', 'decimal', [-0.3, 0.6], 'Working capital is -30 to 60 percent.'),
          between('B11', 'decimal', [-0.02, 0.05], 'Growth for ever is -2 to 5 percent.'),
          between('B12', 'decimal', [0.03, 0.3], 'The cost of capital is 3 to 30 percent.'),
          between('B13', 'decimal', [-1_000_000, 1_000_000], 'Net debt is up to 1,000,000.'),
          between('B14', 'decimal', [0.001, 100_000], 'Shares are above 0.'),
          between('B16', 'decimal', [0.01, 100_000], 'The price is above 0.'),
        ],
      },
      { name: 'Plan', widths: [28, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12], cells: plan },
      { name: 'Sensitivity', widths: [18, 16, 16, 16], cells: sensitivity },
      {
        name: 'Returns',
        widths: [28, 12, 12],
        cells: {
          A1: title('Buying at the price'),
          A2: heading('Year'),
          A3: 'Cash flow of the buyer',
          B2: 0,
          B3: { content: { formula: '=-(Valuation!B16*Valuation!B14+Valuation!B13)' }, format: '#,##0.0' },
          ...Object.fromEntries(
            Array.from(columns).flatMap((column, i) => {
              const own = 'CDEFGHIJKL'[i] ?? ''
              const last = i === years - 1 ? '+Valuation!B21' : ''
              return [
                [`${own}2`, i + 1],
                [`${own}3`, { content: { formula: `=Plan!${column}11${last}` }, format: '#,##0.0' }],
              ]
            }),
          ),
        },
      },
      {
        name: 'Checks',
        widths: [24, 70],
        cells: {
          A1: 'Growth',
          B1: result('=IF(Valuation!B11>=Valuation!B12,"The cost of capital has to be above the growth for ever.","")'),
        },
      },
    ],
    names: [
      { name: 'Xinput_Revenue', refersTo: 'Valuation!$B$4' },
      { name: 'Xinput_Growth', refersTo: 'Valuation!$B$5' },
      { name: 'Xinput_OperatingMargin', refersTo: 'Valuation!$B$6' },
      { name: 'Xinput_TaxRate', refersTo: 'Valuation!$B$7' },
      { name: 'Xinput_Depreciation', refersTo: 'Valuation!$B$8' },
      { name: 'Xinput_Investment', refersTo: 'Valuation!$B$9' },
      { name: 'Xinput_WorkingCapital', refersTo: 'Valuation!$B$10' },
      { name: 'Xinput_TerminalGrowth', refersTo: 'Valuation!$B$11' },
      { name: 'Xinput_CostOfCapital', refersTo: 'Valuation!$B$12' },
      { name: 'Xinput_NetDebt', refersTo: 'Valuation!$B$13' },
      { name: 'Xinput_Shares', refersTo: 'Valuation!$B$14' },
      { name: 'Xinput_MidYear', refersTo: 'Valuation!$B$15' },
      { name: 'Xinput_SharePrice', refersTo: 'Valuation!$B$16' },
      { name: 'Xoutput_PlanValue', refersTo: 'Valuation!$B$20' },
      { name: 'Xoutput_TerminalValue', refersTo: 'Valuation!$B$21' },
      { name: 'Xoutput_EnterpriseValue', refersTo: 'Valuation!$B$23' },
      { name: 'Xoutput_EquityValue', refersTo: 'Valuation!$B$24' },
      { name: 'Xoutput_ValuePerShare', refersTo: 'Valuation!$B$25' },
      { name: 'Xoutput_TerminalShare', refersTo: 'Valuation!$B$26' },
      { name: 'Xoutput_Upside', refersTo: 'Valuation!$B$27' },
      { name: 'Xoutput_Return', refersTo: 'Valuation!$B$28' },
      { name: 'Xoutput_Sensitivity', refersTo: 'Sensitivity!$A$1:$D$6', comment: 'Value of a share' },
      { name: 'Xvalidate_Growth', refersTo: 'Checks!$B$1' },
    ],
  }
}
