import type { CellSpec, Content, WorkbookSpec } from '../workbook-file.ts'
import { between, oneOf } from './limits.ts'
import { heading, input, percent, result, title } from './looks.ts'

const buildings: readonly (readonly [string, number])[] = [
  ['Flat', 0.92],
  ['Terraced', 1],
  ['Detached', 1.14],
]
const zones: readonly (readonly [number, number])[] = [
  [1, 1.05],
  [2, 1.3],
  [3, 1.62],
  [4, 2.1],
]
/** Loading by claims of the last five years; three and more are one group. */
const claims: readonly (readonly [number, number])[] = [
  [0, -0.1],
  [1, 0],
  [2, 0.25],
  [3, 0.6],
]

/** Household contents: sum insured from the floor area, valuables as a table, zones, claims history, optional covers. */
export function household(): WorkbookSpec {
  const tables: Record<string, Content | CellSpec> = {
    A1: heading('Building'),
    B1: heading('Factor'),
    D1: heading('Burglary zone'),
    E1: heading('Rate per 1,000'),
    G1: heading('Claims'),
    H1: heading('Loading'),
  }
  buildings.forEach(([name, factor], i) => Object.assign(tables, { [`A${i + 2}`]: name, [`B${i + 2}`]: factor }))
  zones.forEach(([zone, rate], i) => Object.assign(tables, { [`D${i + 2}`]: zone, [`E${i + 2}`]: rate }))
  claims.forEach(([count, loading], i) =>
    Object.assign(tables, { [`G${i + 2}`]: count, [`H${i + 2}`]: percent(loading) }),
  )
  return {
    sheets: [
      {
        name: 'Quote',
        widths: [34, 18, 16],
        cells: {
          A1: title('Household contents'),
          A3: heading('Inputs'),
          A4: 'Floor area in m²',
          B4: input(85),
          A5: 'Building',
          B5: input('Flat'),
          A6: 'Burglary zone',
          B6: input(2),
          A7: 'Sum insured for each m²',
          B7: input(700, '#,##0'),
          A8: 'Claims in the last five years',
          B8: input(0),
          A9: 'Excess',
          B9: input(150, '#,##0'),
          A10: 'Glass cover',
          B10: input(true),
          A11: 'Value of bicycles',
          B11: input(1200, '#,##0'),
          A12: 'Instalments a year',
          B12: input(1),
          A14: heading('Valuables'),
          A15: heading('Item'),
          B15: heading('Value'),
          A16: input('Watch'),
          B16: input(2500),
          A17: input('Piano'),
          B17: input(8000),
          A18: input(''),
          A19: input(''),
          A21: heading('Results'),
          A22: 'Sum insured',
          B22: result('=CEILING(B4*B7,1000)+MAX(0,SUM(B16:B19)-0.2*B4*B7)', '#,##0.00'),
          A23: 'Rate per 1,000',
          B23: result('=VLOOKUP(B6,Tables!$D$2:$E$5,2,FALSE)', '0.00'),
          A24: 'Factor of the building',
          B24: result('=INDEX(Tables!$B$2:$B$4,MATCH(B5,Tables!$A$2:$A$4,0))', '0.00'),
          A25: 'Loading for claims',
          B25: result('=VLOOKUP(MIN(B8,3),Tables!$G$2:$H$5,2,TRUE)', '0%'),
          A26: 'Discount for the excess',
          B26: result('=MIN(0.2,B9/2500)', '0.0%'),
          A27: 'Basic premium',
          B27: result('=ROUND(B22/1000*B23*B24*(1+B25)*(1-B26),2)', '#,##0.00'),
          A28: 'Glass cover',
          B28: result('=IF(B10,ROUND(9+0.22*B4,2),0)', '#,##0.00'),
          A29: 'Bicycles',
          B29: result('=ROUND(B11*3.2%*IF(B6>=3,1.4,1),2)', '#,##0.00'),
          A30: 'Annual premium',
          B30: result('=MAX(45,SUM(B27:B29))', '#,##0.00'),
          A31: 'Insurance tax',
          B31: result('=ROUND(B30*16%,2)', '#,##0.00'),
          A32: 'Instalment',
          B32: result('=ROUND((B30+B31)*CHOOSE(MATCH(B12,{1,2,4,12},0),1,1.03,1.04,1.05)/B12,2)', '#,##0.00'),
          A33: 'Underinsurance',
          B33: result('=IF(B7>=650,"Waived","Checked when a claim is made")'),
        },
        validations: [
          between('B4', 'decimal', [10, 500], 'The floor area is 10 to 500 m².'),
          oneOf('B5', ['Flat', 'Terraced', 'Detached'], 'Choose Flat, Terraced or Detached.'),
          between('B6', 'whole', [1, 4], 'Zones go from 1 to 4.'),
          between('B7', 'decimal', [300, 3000], 'The sum for each m² is 300 to 3,000.'),
          between('B8', 'whole', [0, 20], 'Claims are 0 to 20.'),
          between('B9', 'decimal', [0, 1000], 'The excess is 0 to 1,000.'),
          between('B11', 'decimal', [0, 10_000], 'Bicycles are insured up to 10,000.'),
          oneOf('B12', ['1', '2', '4', '12'], 'Premiums are paid 1, 2, 4 or 12 times a year.'),
        ],
      },
      { name: 'Tables', widths: [14, 10, 4, 14, 16, 4, 10, 10], cells: tables },
      {
        name: 'Checks',
        widths: [24, 70],
        cells: {
          A1: 'Valuables',
          B1: result(
            '=IF(SUM(Quote!B16:B19)>0.5*Quote!B4*Quote!B7,"Valuables above half of the sum insured need a policy of their own.","")',
          ),
        },
      },
    ],
    names: [
      { name: 'Xinput_FloorArea', refersTo: 'Quote!$B$4' },
      { name: 'Xinput_Building', refersTo: 'Quote!$B$5' },
      { name: 'Xinput_Zone', refersTo: 'Quote!$B$6' },
      { name: 'Xinput_SumPerSquareMetre', refersTo: 'Quote!$B$7' },
      { name: 'Xinput_Claims', refersTo: 'Quote!$B$8' },
      { name: 'Xinput_Excess', refersTo: 'Quote!$B$9' },
      { name: 'Xinput_GlassCover', refersTo: 'Quote!$B$10' },
      { name: 'Xinput_BicycleValue', refersTo: 'Quote!$B$11' },
      { name: 'Xinput_Instalments', refersTo: 'Quote!$B$12' },
      { name: 'Xinput_Valuables', refersTo: 'Quote!$A$15:$B$19', comment: 'Up to four items' },
      { name: 'Xoutput_SumInsured', refersTo: 'Quote!$B$22' },
      { name: 'Xoutput_BasicPremium', refersTo: 'Quote!$B$27' },
      { name: 'Xoutput_AnnualPremium', refersTo: 'Quote!$B$30' },
      { name: 'Xoutput_Tax', refersTo: 'Quote!$B$31' },
      { name: 'Xoutput_Instalment', refersTo: 'Quote!$B$32' },
      { name: 'Xoutput_Underinsurance', refersTo: 'Quote!$B$33' },
      { name: 'Xvalidate_Valuables', refersTo: 'Checks!$B$1' },
    ],
  }
}
