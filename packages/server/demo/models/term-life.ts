import type { CellSpec, Content, WorkbookSpec } from '../workbook-file.ts'
import { heading, input, result, title } from './looks.ts'
import { mortalityTable } from './mortality-table.ts'

const lowestAge = 18
const highestAge = 95
/** Of the longest term. */
const months = 360
const years = 30
const firstRow = 4
const lastRow = firstRow + months - 1

/** Term life with a monthly projection of 30 years: mortality by age and sex, discounting, net and gross premium, reserves. */
export function termLife(): WorkbookSpec {
  const lastTableRow = highestAge - lowestAge + 2
  const mortality = mortalityTable({
    lowestAge,
    highestAge,
    constant: 0.0002,
    male: { base: 0.000028, growth: 1.103 },
    female: { base: 0.000017, growth: 1.104 },
  })
  const projection: Record<string, Content | CellSpec> = {
    A1: title('Projection by month'),
    ...Object.fromEntries(
      ['Month', 'Age', 'In force', 'Monthly death rate', 'Deaths', 'Discount', 'Claims', 'Premium payer'].map(
        (text, i) => [`${String.fromCharCode(65 + i)}3`, heading(text)],
      ),
    ),
  }
  for (let month = 1; month <= months; month++) {
    const row = firstRow + month - 1
    const isFirst = month === 1
    Object.assign(projection, {
      [`A${row}`]: isFirst ? 1 : { formula: `=A${row - 1}+1` },
      [`B${row}`]: { formula: `=Policy!$B$4+INT((A${row}-1)/12)` },
      [`C${row}`]: {
        content: { formula: isFirst ? '=1' : `=IF(A${row}>Policy!$B$8*12,0,C${row - 1}-E${row - 1})` },
        format: '0.000000',
      },
      [`D${row}`]: {
        content: {
          formula: `=1-(1-MIN(1,INDEX(Mortality!$B$2:$C$${lastTableRow},B${row}-${lowestAge - 1},Policy!$B$20)*Policy!$B$21))^(1/12)`,
        },
        format: '0.00000000',
      },
      [`E${row}`]: { content: { formula: `=C${row}*D${row}` }, format: '0.00000000' },
      [`F${row}`]: { content: { formula: `=(1+Policy!$B$9)^(-A${row}/12)` }, format: '0.000000' },
      [`G${row}`]: { content: { formula: `=E${row}*F${row}*Policy!$B$7` }, format: '0.00' },
      [`H${row}`]: {
        content: { formula: `=IF(MOD(A${row}-1,12/Policy!$B$22)=0,C${row}*(1+Policy!$B$9)^(-(A${row}-1)/12),0)` },
        format: '0.000000',
      },
    })
  }

  const reserves: Record<string, Content | CellSpec> = {
    A1: heading('Year'),
    B1: heading('In force'),
    C1: heading('Reserve'),
    D1: heading('Sum assured'),
  }
  for (let year = 1; year <= years; year++) {
    const row = year + 1
    const from = firstRow + year * 12
    const claims = from > lastRow ? '0' : `SUM(Projection!G${from}:G$${lastRow})`
    const payers = from > lastRow ? '0' : `SUM(Projection!H${from}:H$${lastRow})`
    const end = firstRow + year * 12 - 1
    const inForce = `Projection!C${end}-Projection!E${end}`
    Object.assign(reserves, {
      [`A${row}`]: year,
      [`B${row}`]: { content: { formula: `=IF(A${row}>Policy!$B$8,0,${inForce})` }, format: '0.0000' },
      [`C${row}`]: {
        content: {
          formula: `=IF(OR(A${row}>=Policy!$B$8,B${row}=0),0,ROUND((${claims}-Policy!$B$25*${payers})/B${row}*(1+Policy!$B$9)^A${row},2))`,
        },
        format: '#,##0.00',
      },
      [`D${row}`]: { content: { formula: `=IF(A${row}>Policy!$B$8,0,Policy!$B$7)` }, format: '#,##0' },
    })
  }

  return {
    sheets: [
      {
        name: 'Policy',
        widths: [34, 18],
        cells: {
          A1: title('Term life'),
          A3: heading('Inputs'),
          A4: 'Age at entry',
          B4: input(35),
          A5: 'Sex',
          B5: input('Female'),
          A6: 'Smoker',
          B6: input('No'),
          A7: 'Sum assured',
          B7: input(250_000, '#,##0'),
          A8: 'Term in years',
          B8: input(20),
          A9: 'Interest rate',
          B9: input(0.0175, '0.00%'),
          A10: 'Premiums a year',
          B10: input(12),
          A11: 'Expenses, share of the premium',
          B11: input(0.08, '0.0%'),
          A12: 'Expenses, fixed a year',
          B12: input(24, '#,##0.00'),
          A19: heading('Intermediate results'),
          A20: 'Column of the mortality table',
          B20: { formula: '=IF(B5="Male",1,2)' },
          A21: 'Factor for smokers',
          B21: { formula: '=IF(B6="Yes",1.85,1)' },
          A22: 'Premiums a year',
          B22: { formula: '=B10' },
          A23: 'Present value of claims',
          B23: result(`=SUM(Projection!G${firstRow}:G${lastRow})`, '#,##0.00'),
          A24: 'Present value of a premium of 1',
          B24: result(`=SUM(Projection!H${firstRow}:H${lastRow})`, '0.0000'),
          A25: 'Net premium',
          B25: result('=B23/B24', '#,##0.0000'),
          A27: heading('Results'),
          A28: 'Premium',
          B28: result('=ROUND((B25+B12/B22)/(1-B11),2)', '#,##0.00'),
          A29: 'Annual premium',
          B29: result('=ROUND(B28*B22,2)', '#,##0.00'),
          A30: 'Share of those who live to the end',
          B30: result('=INDEX(Reserves!B2:B31,B8)', '0.00%'),
          A31: 'Highest reserve',
          B31: result('=MAX(Reserves!C2:C31)', '#,##0.00'),
        },
        validations: [
          {
            range: 'B4',
            type: 'whole',
            operator: 'between',
            formula1: '18',
            formula2: '65',
            error: 'The age at entry is 18 to 65.',
          },
          { range: 'B5', type: 'list', formula1: '"Male,Female"', error: 'Choose Male or Female.' },
          { range: 'B6', type: 'list', formula1: '"Yes,No"', error: 'Choose Yes or No.' },
          {
            range: 'B7',
            type: 'decimal',
            operator: 'between',
            formula1: '10000',
            formula2: '5000000',
            error: 'The sum assured is 10,000 to 5,000,000.',
          },
          {
            range: 'B8',
            type: 'whole',
            operator: 'between',
            formula1: '5',
            formula2: '30',
            error: 'Terms are 5 to 30 years.',
          },
          {
            range: 'B9',
            type: 'decimal',
            operator: 'between',
            formula1: '0',
            formula2: '0.1',
            error: 'The interest rate is 0 to 10 percent.',
          },
          {
            range: 'B10',
            type: 'list',
            formula1: '"1,2,4,12"',
            error: 'Premiums are paid 1, 2, 4 or 12 times a year.',
          },
        ],
      },
      { name: 'Projection', widths: [8, 8, 12, 18, 14, 12, 14, 14], cells: projection },
      { name: 'Mortality', widths: [8, 12, 12], cells: mortality },
      { name: 'Reserves', widths: [8, 12, 16, 14], cells: reserves },
      {
        name: 'Checks',
        widths: [20, 60],
        cells: {
          A1: 'Age at the end',
          B1: result('=IF(Policy!B4+Policy!B8>75,"The cover ends at the age of 75 at the latest.","")'),
        },
      },
    ],
    names: [
      { name: 'Xinput_Age', refersTo: 'Policy!$B$4' },
      { name: 'Xinput_Sex', refersTo: 'Policy!$B$5' },
      { name: 'Xinput_Smoker', refersTo: 'Policy!$B$6' },
      { name: 'Xinput_SumAssured', refersTo: 'Policy!$B$7' },
      { name: 'Xinput_Term', refersTo: 'Policy!$B$8' },
      { name: 'Xinput_InterestRate', refersTo: 'Policy!$B$9' },
      { name: 'Xinput_PremiumsPerYear', refersTo: 'Policy!$B$10' },
      { name: 'Xinput_ExpenseShare', refersTo: 'Policy!$B$11' },
      { name: 'Xinput_ExpenseFixed', refersTo: 'Policy!$B$12' },
      { name: 'Xoutput_Premium', refersTo: 'Policy!$B$28', comment: 'Due with each payment' },
      { name: 'Xoutput_AnnualPremium', refersTo: 'Policy!$B$29' },
      { name: 'Xoutput_PresentValueOfClaims', refersTo: 'Policy!$B$23' },
      { name: 'Xoutput_Survival', refersTo: 'Policy!$B$30' },
      { name: 'Xoutput_HighestReserve', refersTo: 'Policy!$B$31' },
      { name: 'Xoutput_Reserves', refersTo: 'Reserves!$A$1:$D$31', comment: 'At the end of each year' },
      { name: 'Xvalidate_EndAge', refersTo: 'Checks!$B$1' },
    ],
  }
}
