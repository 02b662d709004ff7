import type { CellSpec, Content, WorkbookSpec } from '../workbook-file.ts'
import { heading, input, percent, result, title } from './looks.ts'

const regions: readonly (readonly [string, number])[] = [
  ['City', 1.35],
  ['Suburb', 1.1],
  ['Town', 1],
  ['Village', 0.86],
]
const covers: readonly (readonly [string, number])[] = [
  ['Liability', 0.55],
  ['Partial', 0.8],
  ['Full', 1],
]
/** Lowest age and factor, in ascending order. */
const ages: readonly (readonly [number, number])[] = [
  [18, 2.4],
  [21, 1.9],
  [25, 1.35],
  [30, 1.1],
  [40, 1],
  [55, 0.95],
  [65, 1.08],
  [75, 1.32],
]
const vehicleGroups = 20
const claimFreeYears = 8

/** Motor premium: rating tables, further drivers as a table, validations, a subservice for a quick quote, a report. */
export function motor(): WorkbookSpec {
  const tables: Record<string, Content | CellSpec> = {
    A1: heading('Region'),
    B1: heading('Factor'),
    D1: heading('Cover'),
    E1: heading('Factor'),
    G1: heading('Age from'),
    H1: heading('Factor'),
    J1: heading('Vehicle group'),
    K1: heading('Base premium'),
    M1: heading('Claim-free years'),
    N1: heading('Discount'),
  }
  regions.forEach(([name, factor], i) => Object.assign(tables, { [`A${i + 2}`]: name, [`B${i + 2}`]: factor }))
  covers.forEach(([name, factor], i) => Object.assign(tables, { [`D${i + 2}`]: name, [`E${i + 2}`]: factor }))
  ages.forEach(([from, factor], i) => Object.assign(tables, { [`G${i + 2}`]: from, [`H${i + 2}`]: factor }))
  for (let group = 1; group <= vehicleGroups; group++) {
    const base = 210 + 18 * group + Math.round(1.9 * group * group)
    Object.assign(tables, { [`J${group + 1}`]: group, [`K${group + 1}`]: { content: base, format: '#,##0' } })
  }
  for (let years = 0; years <= claimFreeYears; years++) {
    const discount = Math.round(0.6 * (1 - 0.78 ** years) * 100) / 100
    Object.assign(tables, { [`M${years + 2}`]: years, [`N${years + 2}`]: percent(discount) })
  }

  return {
    sheets: [
      {
        name: 'Quote',
        widths: [30, 18, 14, 14, 14],
        cells: {
          A1: title('Motor premium'),
          A3: heading('Inputs'),
          A4: 'Inception date',
          B4: input(46_023, 'yyyy-mm-dd'),
          A5: 'Age of the driver',
          B5: input(38),
          A6: 'Vehicle group',
          B6: input(9),
          A7: 'Region',
          B7: input('Town'),
          A8: 'Cover',
          B8: input('Full'),
          A9: 'Claim-free years',
          B9: input(3),
          A10: 'Excess',
          B10: input(300, '#,##0'),
          A11: 'Kilometres a year',
          B11: input(12_000, '#,##0'),
          A12: 'Pay by the month',
          B12: input(false),
          A14: heading('Further drivers'),
          A15: heading('Name'),
          B15: heading('Age'),
          A16: input('Partner'),
          B16: input(36),
          A17: input(''),
          A18: input(''),
          A19: input(''),
          A21: heading('Results'),
          A22: 'Base premium',
          B22: result('=INDEX(Tables!$K$2:$K$21,MATCH(B6,Tables!$J$2:$J$21,0))', '#,##0.00'),
          A23: 'Factor of the youngest driver',
          B23: result('=VLOOKUP(MIN(B5,B16:B19),Tables!$G$2:$H$9,2,TRUE)', '0.00'),
          A24: 'Factor of the region',
          B24: result('=INDEX(Tables!$B$2:$B$5,MATCH(B7,Tables!$A$2:$A$5,0))', '0.00'),
          A25: 'Factor of the cover',
          B25: result('=INDEX(Tables!$E$2:$E$4,MATCH(B8,Tables!$D$2:$D$4,0))', '0.00'),
          A26: 'No-claims discount',
          B26: result('=INDEX(Tables!$N$2:$N$10,MATCH(MIN(B9,8),Tables!$M$2:$M$10,0))', '0%'),
          A27: 'Discount for the excess',
          B27: result('=IF(B8="Liability",0,MIN(0.25,B10/4000))', '0.0%'),
          A28: 'Loading for the distance',
          B28: result('=MAX(0,ROUNDUP((B11-15000)/5000,0))*4%', '0%'),
          A29: 'Loading for further drivers',
          B29: result('=COUNT(B16:B19)*3%', '0%'),
          A30: 'Annual premium',
          B30: result('=ROUND(B22*B23*B24*B25*(1-B26)*(1-B27)*(1+B28+B29),2)', '#,##0.00'),
          A31: 'Insurance tax',
          B31: result('=ROUND(B30*19%,2)', '#,##0.00'),
          A32: 'Instalments a year',
          B32: result('=IF(B12,12,1)'),
          A33: 'Instalment',
          B33: result('=ROUND((B30+B31)*IF(B12,1.05,1)/B32,2)', '#,##0.00'),
          A34: 'Expiry date',
          B34: result('=EDATE(B4,12)-1', 'yyyy-mm-dd'),
          A35: 'Decision',
          B35: result('=IF(AND(B23>2,B6>15),"Refer to underwriter",IF(B9=0,"Accept, survey claims","Accept"))'),
          A37: heading('Part of the premium'),
          B37: heading('Share'),
          C37: heading('Amount'),
          A38: 'Liability',
          B38: percent(0.55),
          C38: result('=ROUND($B$30*B38/SUM($B$38:$B$40),2)', '#,##0.00'),
          A39: 'Partial cover',
          B39: { content: { formula: '=IF($B$8="Liability",0,0.25)' }, format: '0%' },
          C39: result('=ROUND($B$30*B39/SUM($B$38:$B$40),2)', '#,##0.00'),
          A40: 'Own damage',
          B40: { content: { formula: '=IF($B$8="Full",0.2,0)' }, format: '0%' },
          C40: result('=ROUND($B$30-C38-C39,2)', '#,##0.00'),
        },
        validations: [
          {
            range: 'B4',
            type: 'date',
            operator: 'greaterThanOrEqual',
            formula1: '44927',
            error: 'The inception date is 2023 or later.',
          },
          {
            range: 'B5',
            type: 'whole',
            operator: 'between',
            formula1: '18',
            formula2: '99',
            error: 'Drivers are 18 to 99 years old.',
          },
          {
            range: 'B6',
            type: 'whole',
            operator: 'between',
            formula1: '1',
            formula2: '20',
            error: 'Vehicle groups go from 1 to 20.',
          },
          { range: 'B7', type: 'list', formula1: 'Tables!$A$2:$A$5', error: 'Choose one of the regions.' },
          {
            range: 'B8',
            type: 'list',
            formula1: '"Liability,Partial,Full"',
            error: 'Choose Liability, Partial or Full.',
          },
          {
            range: 'B9',
            type: 'whole',
            operator: 'between',
            formula1: '0',
            formula2: '60',
            error: 'Claim-free years go from 0 to 60.',
          },
          {
            range: 'B10',
            type: 'decimal',
            operator: 'between',
            formula1: '0',
            formula2: '2000',
            error: 'The excess is at most 2,000.',
          },
        ],
      },
      { name: 'Tables', widths: [12, 10, 4, 12, 10, 4, 10, 10, 4, 14, 14, 4, 16, 10], cells: tables },
      {
        name: 'Checks',
        widths: [26, 60],
        cells: {
          A1: heading('Rule'),
          B1: heading('What is wrong, or nothing'),
          A2: 'Claim-free years fit the age',
          B2: result(
            '=IF(Quote!B9>Quote!B5-17,"Nobody can have been claim-free for more years than they may drive.","")',
          ),
          A4: heading('Metadata'),
          A5: 'Product code',
          B5: 'MOT-2026',
        },
      },
      {
        name: 'Quick quote',
        widths: [24, 16],
        cells: {
          A1: title('Quick quote'),
          A2: 'Age of the driver',
          B2: input(38),
          A3: 'Vehicle group',
          B3: input(9),
          A4: 'Annual premium from',
          B4: result(
            '=ROUND(INDEX(Tables!$K$2:$K$21,MATCH(B3,Tables!$J$2:$J$21,0))*VLOOKUP(B2,Tables!$G$2:$H$9,2,TRUE)*MIN(Tables!$B$2:$B$5)*MIN(Tables!$E$2:$E$4),0)',
            '#,##0',
          ),
        },
        validations: [
          {
            range: 'B2',
            type: 'whole',
            operator: 'between',
            formula1: '18',
            formula2: '99',
            error: 'Drivers are 18 to 99 years old.',
          },
          {
            range: 'B3',
            type: 'whole',
            operator: 'between',
            formula1: '1',
            formula2: '20',
            error: 'Vehicle groups go from 1 to 20.',
          },
        ],
      },
    ],
    names: [
      { name: 'Xinput_InceptionDate', refersTo: 'Quote!$B$4' },
      { name: 'Xinput_DriverAge', refersTo: 'Quote!$B$5' },
      { name: 'Xinput_VehicleGroup', refersTo: 'Quote!$B$6' },
      { name: 'Xinput_Region', refersTo: 'Quote!$B$7' },
      { name: 'Xinput_Cover', refersTo: 'Quote!$B$8' },
      { name: 'Xinput_ClaimFreeYears', refersTo: 'Quote!$B$9' },
      { name: 'Xinput_Excess', refersTo: 'Quote!$B$10' },
      { name: 'Xinput_Kilometres', refersTo: 'Quote!$B$11' },
      { name: 'Xinput_MonthlyPayment', refersTo: 'Quote!$B$12' },
      { name: 'Xinput_FurtherDrivers', refersTo: 'Quote!$A$15:$B$19', comment: 'Everybody else who drives the car' },
      { name: 'Xoutput_AnnualPremium', refersTo: 'Quote!$B$30' },
      { name: 'Xoutput_InsuranceTax', refersTo: 'Quote!$B$31' },
      { name: 'Xoutput_Instalments', refersTo: 'Quote!$B$32' },
      { name: 'Xoutput_Instalment', refersTo: 'Quote!$B$33' },
      { name: 'Xoutput_ExpiryDate', refersTo: 'Quote!$B$34' },
      { name: 'Xoutput_Decision', refersTo: 'Quote!$B$35' },
      { name: 'Xoutput_Breakdown', refersTo: 'Quote!$A$37:$C$40', comment: 'Where the premium goes' },
      { name: 'Xoutput_metadata.ProductCode', refersTo: 'Checks!$B$5' },
      { name: 'Xvalidate_ClaimFreeYears', refersTo: 'Checks!$B$2' },
      { name: 'Xinput_QuickQuote.DriverAge', refersTo: "'Quick quote'!$B$2" },
      { name: 'Xinput_QuickQuote.VehicleGroup', refersTo: "'Quick quote'!$B$3" },
      { name: 'Xoutput_QuickQuote.PremiumFrom', refersTo: "'Quick quote'!$B$4" },
      { name: 'Xreport_Quote', refersTo: 'Quote!$A$1:$C$40', comment: 'The quote to print' },
    ],
  }
}
