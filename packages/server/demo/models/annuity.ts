import type { CellSpec, Content, WorkbookSpec } from '../workbook-file.ts'
import { between, oneOf } from './limits.ts'
import { heading, input, result, title } from './looks.ts'
import { mortalityTable } from './mortality-table.ts'

const lowestAge = 40
const highestAge = 115
const years = 60
const firstRow = 4
const lastRow = firstRow + years - 1

/** A life annuity bought with a single premium: mortality with improvement, guaranteed years, rising payments, projection by year. */
export function annuity(): WorkbookSpec {
  const lastTableRow = highestAge - lowestAge + 2
  const mortality = mortalityTable({
    lowestAge,
    highestAge,
    constant: 0.0003,
    male: { base: 0.0000195, growth: 1.106 },
    female: { base: 0.0000102, growth: 1.109 },
    endsInDeath: true,
  })
  const projection: Record<string, Content | CellSpec> = { A1: title('Projection by year') }
  ;['Year', 'Age', 'Death rate', 'Alive', 'Paid to', 'Growth', 'Discount', 'Value for 1', 'Expected payment'].forEach(
    (text, i) => Object.assign(projection, { [`${String.fromCharCode(65 + i)}3`]: heading(text) }),
  )
  for (let year = 1; year <= years; year++) {
    const row = firstRow + year - 1
    const factor = (formula: string): CellSpec => ({ content: { formula }, format: '0.000000' })
    Object.assign(projection, {
      [`A${row}`]: year,
      [`B${row}`]: { formula: `=Policy!$B$4+A${row}-1` },
      [`C${row}`]: factor(
        `=IF(B${row}>${highestAge},1,MIN(1,INDEX(Mortality!$B$2:$C$${lastTableRow},B${row}-${lowestAge - 1},Policy!$B$20)*(1-Policy!$B$10)^(A${row}-1)))`,
      ),
      [`D${row}`]: factor(year === 1 ? '=1' : `=D${row - 1}*(1-C${row - 1})`),
      [`E${row}`]: factor(`=IF(A${row}<=Policy!$B$8,1,D${row})`),
      [`F${row}`]: factor(`=(1+Policy!$B$9)^(A${row}-1)`),
      [`G${row}`]: factor(`=(1+Policy!$B$7)^(-(A${row}-1))`),
      [`H${row}`]: factor(`=E${row}*F${row}*G${row}`),
      [`I${row}`]: { content: { formula: `=ROUND(E${row}*F${row}*Policy!$B$25,2)` }, format: '#,##0.00' },
    })
  }
  return {
    sheets: [
      {
        name: 'Policy',
        widths: [38, 18],
        cells: {
          A1: title('Annuity projection'),
          A3: heading('Inputs'),
          A4: 'Age when payments begin',
          B4: input(65),
          A5: 'Sex in the mortality table',
          B5: input('Female'),
          A6: 'Single premium',
          B6: input(150_000, '#,##0'),
          A7: 'Interest rate a year',
          B7: input(0.0175, '0.00%'),
          A8: 'Guaranteed years',
          B8: input(10),
          A9: 'Yearly rise of the payment',
          B9: input(0.01, '0.00%'),
          A10: 'Yearly improvement of mortality',
          B10: input(0.015, '0.00%'),
          A11: 'Expenses as a share of the premium',
          B11: input(0.03, '0.00%'),
          A12: 'Payments a year',
          B12: input(12),
          A19: heading('Calculation'),
          A20: 'Column of the mortality table',
          B20: result('=IF(B5="Male",1,2)'),
          A21: 'Value of 1 a year, paid in advance',
          B21: result(`=SUM(Projection!H${firstRow}:H${lastRow})`, '0.000000'),
          A22: 'Correction for parts of a year',
          B22: result('=(B12-1)/(2*B12)', '0.000000'),
          A23: 'Value of 1 a year in instalments',
          B23: result('=B21-B22', '0.000000'),
          A24: heading('Results'),
          A25: 'Annuity in the first year',
          B25: result('=ROUND(B6*(1-B11)/B23,2)', '#,##0.00'),
          A26: 'Instalment',
          B26: result('=ROUND(B25/B12,2)', '#,##0.00'),
          A27: 'Share of the premium in the first year',
          B27: result('=B25/B6', '0.000%'),
          A28: 'Expected sum of payments',
          B28: result(`=SUM(Projection!I${firstRow}:I${lastRow})`, '#,##0.00'),
          A29: 'Expected years of payment',
          B29: result(`=SUM(Projection!E${firstRow}:E${lastRow})`, '0.00'),
          A30: 'Years until the premium has come back',
          B30: result('=IF(B9=0,B6/B25,LN(1+B6*B9/B25)/LN(1+B9))', '0.0'),
        },
        validations: [
          between('B4', 'whole', [50, 85], 'Payments begin at an age of 50 to 85.'),
          oneOf('B5', ['Male', 'Female'], 'Choose Male or Female.'),
          between('B6', 'decimal', [5000, 10_000_000], 'The premium is 5,000 to 10,000,000.'),
          between('B7', 'decimal', [0, 0.08], 'The interest rate is 0 to 8 percent.'),
          between('B8', 'whole', [0, 25], 'Guaranteed years are 0 to 25.'),
          between('B9', 'decimal', [0, 0.05], 'The yearly rise is 0 to 5 percent.'),
          between('B10', 'decimal', [0, 0.03], 'The improvement is 0 to 3 percent.'),
          between('B11', 'decimal', [0, 0.15], 'Expenses are 0 to 15 percent.'),
          oneOf('B12', ['1', '2', '4', '12'], 'Payments are made 1, 2, 4 or 12 times a year.'),
        ],
      },
      { name: 'Projection', widths: [8, 8, 12, 12, 12, 12, 12, 14, 18], cells: projection },
      { name: 'Mortality', widths: [8, 12, 12], cells: mortality },
    ],
    names: [
      { name: 'Xinput_Age', refersTo: 'Policy!$B$4' },
      { name: 'Xinput_Sex', refersTo: 'Policy!$B$5' },
      { name: 'Xinput_Premium', refersTo: 'Policy!$B$6' },
      { name: 'Xinput_InterestRate', refersTo: 'Policy!$B$7' },
      { name: 'Xinput_GuaranteedYears', refersTo: 'Policy!$B$8' },
      { name: 'Xinput_YearlyRise', refersTo: 'Policy!$B$9' },
      { name: 'Xinput_Improvement', refersTo: 'Policy!$B$10' },
      { name: 'Xinput_ExpenseShare', refersTo: 'Policy!$B$11' },
      { name: 'Xinput_PaymentsPerYear', refersTo: 'Policy!$B$12' },
      { name: 'Xoutput_Annuity', refersTo: 'Policy!$B$25' },
      { name: 'Xoutput_Instalment', refersTo: 'Policy!$B$26' },
      { name: 'Xoutput_PayoutRate', refersTo: 'Policy!$B$27' },
      { name: 'Xoutput_ExpectedPayments', refersTo: 'Policy!$B$28' },
      { name: 'Xoutput_ExpectedYears', refersTo: 'Policy!$B$29' },
      { name: 'Xoutput_BreakEvenYears', refersTo: 'Policy!$B$30' },
      { name: 'Xoutput_Projection', refersTo: `Projection!$A$3:$I$${lastRow}`, comment: 'Year by year' },
    ],
  }
}
