import type { CellSpec, Content, WorkbookSpec } from '../workbook-file.ts'
import { between, oneOf } from './limits.ts'
import { heading, input, percent, result, title } from './looks.ts'

const plans: readonly (readonly [string, number, number])[] = [
  ['Basic', 1180, 0.85],
  ['Comfort', 1720, 0.8],
  ['Executive', 2950, 0.75],
]
/** Lowest age and factor. */
const ages: readonly (readonly [number, number])[] = [
  [0, 0.62],
  [18, 0.78],
  [30, 0.96],
  [40, 1.12],
  [50, 1.47],
  [60, 1.98],
]
const members = 40
const firstRow = 5
const lastRow = firstRow + members - 1
const staff: readonly (readonly [string, number, string, number])[] = [
  ['E-001', 29, 'Basic', 0],
  ['E-002', 34, 'Comfort', 2],
  ['E-003', 41, 'Comfort', 3],
  ['E-004', 47, 'Executive', 1],
  ['E-005', 53, 'Basic', 1],
  ['E-006', 38, 'Basic', 0],
  ['E-007', 61, 'Executive', 1],
  ['E-008', 26, 'Basic', 0],
]

/** Group health: a census of members as a table, plans, age bands, discount by size, experience rating. */
export function groupHealth(): WorkbookSpec {
  const tables: Record<string, Content | CellSpec> = {
    A1: heading('Plan'),
    B1: heading('Basic rate'),
    C1: heading('Share of the insurer'),
    E1: heading('Age from'),
    F1: heading('Factor'),
    H1: heading('Members from'),
    I1: heading('Discount'),
  }
  plans.forEach(([name, rate, share], i) =>
    Object.assign(tables, { [`A${i + 2}`]: name, [`B${i + 2}`]: rate, [`C${i + 2}`]: percent(share) }),
  )
  ages.forEach(([from, factor], i) => Object.assign(tables, { [`E${i + 2}`]: from, [`F${i + 2}`]: factor }))
  ;(
    [
      [1, 0],
      [10, 0.03],
      [25, 0.06],
      [40, 0.09],
    ] as const
  ).forEach(([from, share], i) => Object.assign(tables, { [`H${i + 2}`]: from, [`I${i + 2}`]: percent(share) }))

  const census: Record<string, Content | CellSpec> = {
    A1: title('Members'),
    A2: 'One row for each member; leave the others empty.',
    A4: heading('Member'),
    B4: heading('Age'),
    C4: heading('Plan'),
    D4: heading('Dependants'),
    F4: heading('Factor'),
    G4: heading('Premium'),
  }
  for (let i = 0; i < members; i++) {
    const row = firstRow + i
    const [id, age, plan, dependants] = staff[i] ?? []
    if (id !== undefined) {
      Object.assign(census, {
        [`A${row}`]: input(id),
        [`B${row}`]: input(age ?? 0),
        [`C${row}`]: input(plan ?? ''),
        [`D${row}`]: input(dependants ?? 0),
      })
    } else census[`A${row}`] = input('')
    Object.assign(census, {
      [`F${row}`]: {
        content: { formula: `=IF(B${row}="",0,VLOOKUP(B${row},Tables!$E$2:$F$7,2,TRUE))` },
        format: '0.00',
      },
      [`G${row}`]: {
        content: {
          formula: `=IF(B${row}="",0,INDEX(Tables!$B$2:$B$4,MATCH(C${row},Tables!$A$2:$A$4,0))*(F${row}+MIN(N(D${row}),3)*Group!$B$6))`,
        },
        format: '#,##0.00',
      },
    })
  }
  const byPlan: Record<string, Content | CellSpec> = {
    A1: heading('Plan'),
    B1: heading('Members'),
    C1: heading('Average age'),
    D1: heading('Premium'),
  }
  plans.forEach(([name], i) =>
    Object.assign(byPlan, {
      [`A${i + 2}`]: name,
      [`B${i + 2}`]: result(`=COUNTIF(Census!$C$${firstRow}:$C$${lastRow},A${i + 2})`),
      [`C${i + 2}`]: result(
        `=IFERROR(ROUND(AVERAGEIF(Census!$C$${firstRow}:$C$${lastRow},A${i + 2},Census!$B$${firstRow}:$B$${lastRow}),1),0)`,
        '0.0',
      ),
      [`D${i + 2}`]: result(
        `=ROUND(SUMIF(Census!$C$${firstRow}:$C$${lastRow},A${i + 2},Census!$G$${firstRow}:$G$${lastRow})*Group!$B$25,2)`,
        '#,##0.00',
      ),
    }),
  )
  return {
    sheets: [
      {
        name: 'Group',
        widths: [38, 18],
        cells: {
          A1: title('Group health'),
          A3: heading('Inputs'),
          A4: 'Industry',
          B4: input('Office'),
          A5: 'Start of cover',
          B5: input(46_023, 'yyyy-mm-dd'),
          A6: 'Factor for each dependant',
          B6: input(0.55, '0.00'),
          A7: 'Claims of the last year',
          B7: input(9800, '#,##0'),
          A8: 'Premium of the last year',
          B8: input(14_500, '#,##0'),
          A9: 'Medical inflation',
          B9: input(0.045, '0.0%'),
          A19: heading('Calculation'),
          A20: 'Members',
          B20: result(`=COUNT(Census!B${firstRow}:B${lastRow})`),
          A21: 'Discount for the size',
          B21: result('=IF(B20=0,0,VLOOKUP(B20,Tables!$H$2:$I$5,2,TRUE))', '0%'),
          A22: 'Loading of the industry',
          B22: result('=IF(B4="Office",0,IF(B4="Trade",0.05,IF(B4="Construction",0.18,0.1)))', '0%'),
          A23: 'Credibility of the own claims',
          B23: result('=MIN(1,SQRT(B20/60))', '0.0%'),
          A24: 'Factor for the own claims',
          B24: result('=IF(B8=0,1,B23*(B7/B8/0.75)+(1-B23))', '0.0000'),
          A25: 'Factor on all premiums',
          B25: result('=(1-B21)*(1+B22)*MAX(0.7,MIN(1.5,B24))*(1+B9)', '0.0000'),
          A27: heading('Results'),
          A28: 'Annual premium',
          B28: result(`=ROUND(SUM(Census!G${firstRow}:G${lastRow})*B25,2)`, '#,##0.00'),
          A29: 'Average for each member',
          B29: result('=IF(B20=0,0,ROUND(B28/B20,2))', '#,##0.00'),
          A30: 'Monthly premium',
          B30: result('=ROUND(B28/12,2)', '#,##0.00'),
          A31: 'Persons covered',
          B31: result(`=B20+SUM(Census!D${firstRow}:D${lastRow})`),
          A32: 'Loss ratio of the last year',
          B32: result('=IF(B8=0,0,B7/B8)', '0.0%'),
          A33: 'End of cover',
          B33: result('=EDATE(B5,12)-1', 'yyyy-mm-dd'),
        },
        validations: [
          oneOf('B4', ['Office', 'Trade', 'Construction', 'Other'], 'Choose Office, Trade, Construction or Other.'),
          between('B6', 'decimal', [0, 1], 'The factor is 0 to 1.'),
          between('B7', 'decimal', [0, 100_000_000], 'Claims are not below 0.'),
          between('B8', 'decimal', [0, 100_000_000], 'The premium is not below 0.'),
          between('B9', 'decimal', [0, 0.25], 'Inflation is 0 to 25 percent.'),
        ],
      },
      {
        name: 'Census',
        widths: [14, 8, 14, 14, 4, 10, 14],
        cells: census,
        validations: [
          between(`B${firstRow}:B${lastRow}`, 'whole', [0, 75], 'Members are up to 75 years old.'),
          oneOf(`C${firstRow}:C${lastRow}`, ['Basic', 'Comfort', 'Executive'], 'Choose Basic, Comfort or Executive.'),
          between(`D${firstRow}:D${lastRow}`, 'whole', [0, 12], 'Dependants are 0 to 12.'),
        ],
      },
      { name: 'Plans', widths: [14, 10, 12, 14], cells: byPlan },
      { name: 'Tables', widths: [12, 12, 20, 4, 10, 10, 4, 14, 10], cells: tables },
    ],
    names: [
      { name: 'Xinput_Industry', refersTo: 'Group!$B$4' },
      { name: 'Xinput_StartOfCover', refersTo: 'Group!$B$5' },
      { name: 'Xinput_DependantFactor', refersTo: 'Group!$B$6' },
      { name: 'Xinput_ClaimsLastYear', refersTo: 'Group!$B$7' },
      { name: 'Xinput_PremiumLastYear', refersTo: 'Group!$B$8' },
      { name: 'Xinput_MedicalInflation', refersTo: 'Group!$B$9' },
      { name: 'Xinput_Members', refersTo: `Census!$A$4:$D$${lastRow}`, comment: 'Up to 40 members' },
      { name: 'Xoutput_AnnualPremium', refersTo: 'Group!$B$28' },
      { name: 'Xoutput_AveragePremium', refersTo: 'Group!$B$29' },
      { name: 'Xoutput_MonthlyPremium', refersTo: 'Group!$B$30' },
      { name: 'Xoutput_PersonsCovered', refersTo: 'Group!$B$31' },
      { name: 'Xoutput_LossRatio', refersTo: 'Group!$B$32' },
      { name: 'Xoutput_EndOfCover', refersTo: 'Group!$B$33' },
      { name: 'Xoutput_Plans', refersTo: 'Plans!$A$1:$D$4', comment: 'By plan' },
    ],
  }
}
