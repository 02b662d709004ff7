import type { CellSpec, Content, WorkbookSpec } from '../workbook-file.ts'
import { between } from './limits.ts'
import { heading, input, result, title } from './looks.ts'

const months = 420
const firstRow = 4
const lastRow = firstRow + months - 1
const years = 35

/** A mortgage with a fixed and a follow-up rate, extra repayments, and a schedule by month and by year. */
export function mortgage(): WorkbookSpec {
  const schedule: Record<string, Content | CellSpec> = { A1: title('Schedule by month') }
  ;['Month', 'Year', 'Rate', 'Payment', 'Interest', 'Repayment', 'Extra', 'Balance'].forEach((text, i) =>
    Object.assign(schedule, { [`${String.fromCharCode(65 + i)}3`]: heading(text) }),
  )
  for (let month = 1; month <= months; month++) {
    const row = firstRow + month - 1
    const before = month === 1 ? 'Loan!$B$21' : `H${row - 1}`
    const money = (formula: string): CellSpec => ({ content: { formula }, format: '#,##0.00' })
    Object.assign(schedule, {
      [`A${row}`]: month,
      [`B${row}`]: { formula: `=ROUNDUP(A${row}/12,0)` },
      [`C${row}`]: { content: { formula: `=IF(B${row}<=Loan!$B$8,Loan!$B$6,Loan!$B$9)` }, format: '0.00%' },
      [`D${row}`]: money(
        `=IF(${before}<=0.005,0,MIN(IF(B${row}<=Loan!$B$8,Loan!$B$23,Loan!$B$24),${before}*(1+C${row}/12)))`,
      ),
      [`E${row}`]: money(`=${before}*C${row}/12`),
      [`F${row}`]: money(`=D${row}-E${row}`),
      [`G${row}`]: money(`=IF(MOD(A${row},12)=0,MIN(Loan!$B$10,MAX(0,${before}-F${row})),0)`),
      [`H${row}`]: money(`=ROUND(MAX(0,${before}-F${row}-G${row}),6)`),
    })
  }
  const byYear: Record<string, Content | CellSpec> = {
    A1: heading('Year'),
    B1: heading('Paid'),
    C1: heading('Interest'),
    D1: heading('Balance'),
  }
  const column = (name: string) => `Schedule!$${name}$${firstRow}:$${name}$${lastRow}`
  for (let year = 1; year <= years; year++) {
    const row = year + 1
    const sum = (of: string) => `SUMIF(${column('B')},A${row},${column(of)})`
    Object.assign(byYear, {
      [`A${row}`]: year,
      [`B${row}`]: result(`=ROUND(${sum('D')}+${sum('G')},2)`, '#,##0.00'),
      [`C${row}`]: result(`=ROUND(${sum('E')},2)`, '#,##0.00'),
      [`D${row}`]: result(`=ROUND(INDEX(${column('H')},A${row}*12),2)`, '#,##0.00'),
    })
  }
  return {
    sheets: [
      {
        name: 'Loan',
        widths: [40, 18],
        cells: {
          A1: title('Mortgage'),
          A3: heading('Inputs'),
          A4: 'Price of the property',
          B4: input(480_000, '#,##0'),
          A5: 'Own money',
          B5: input(110_000, '#,##0'),
          A6: 'Interest rate while it is fixed',
          B6: input(0.0345, '0.00%'),
          A7: 'Term in years',
          B7: input(28),
          A8: 'Years with a fixed rate',
          B8: input(10),
          A9: 'Interest rate afterwards',
          B9: input(0.046, '0.00%'),
          A10: 'Extra repayment a year',
          B10: input(2000, '#,##0'),
          A11: 'Costs of buying as a share of the price',
          B11: input(0.06, '0.0%'),
          A12: 'Income of the household a month',
          B12: input(6200, '#,##0'),
          A19: heading('Calculation'),
          A20: 'Costs of buying',
          B20: { content: { formula: '=B4*B11' }, format: '#,##0.00' },
          A21: 'Loan',
          B21: result('=B4+B20-B5', '#,##0.00'),
          A22: 'Balance when the fixed rate ends, without extra repayments',
          B22: result('=IF(B6=0,B21*(1-MIN(B8,B7)/B7),-FV(B6/12,MIN(B8,B7)*12,-B23,B21))', '#,##0.00'),
          A23: 'Payment a month while the rate is fixed',
          B23: result('=IF(B6=0,B21/(B7*12),-PMT(B6/12,B7*12,B21))', '#,##0.00'),
          A24: 'Payment a month afterwards',
          B24: result('=IF(B8>=B7,0,IF(B9=0,B22/((B7-B8)*12),-PMT(B9/12,(B7-B8)*12,B22)))', '#,##0.00'),
          A27: heading('Results'),
          A28: 'Loan',
          B28: result('=ROUND(B21,2)', '#,##0.00'),
          A29: 'Loan as a share of the price',
          B29: result('=B21/B4', '0.0%'),
          A30: 'Payment a month while the rate is fixed',
          B30: result('=ROUND(B23,2)', '#,##0.00'),
          A31: 'Payment a month afterwards',
          B31: result('=ROUND(B24,2)', '#,##0.00'),
          A32: 'Balance when the fixed rate ends',
          B32: result(`=ROUND(INDEX(${column('H')},MIN(B8,B7)*12),2)`, '#,##0.00'),
          A33: 'Interest over the whole time',
          B33: result(`=ROUND(SUM(${column('E')}),2)`, '#,##0.00'),
          A34: 'Months until everything is repaid',
          B34: result(`=COUNTIF(${column('D')},">0")`),
          A35: 'Payment as a share of the income',
          B35: result('=B23/B12', '0.0%'),
          A36: 'Affordable',
          B36: result('=IF(B35>40%,"No",IF(B35>33%,"To be examined","Yes"))'),
        },
        validations: [
          between('B4', 'decimal', [20_000, 20_000_000], 'The price is 20,000 to 20,000,000.'),
          between('B5', 'decimal', [0, 20_000_000], 'Own money is not below 0.'),
          between('B6', 'decimal', [0, 0.15], 'The interest rate is 0 to 15 percent.'),
          between('B7', 'whole', [5, 35], 'Terms are 5 to 35 years.'),
          between('B8', 'whole', [1, 35], 'The rate is fixed for 1 to 35 years.'),
          between('B9', 'decimal', [0, 0.15], 'The interest rate is 0 to 15 percent.'),
          between('B10', 'decimal', [0, 1_000_000], 'The extra repayment is 0 to 1,000,000.'),
          between('B11', 'decimal', [0, 0.2], 'The costs are 0 to 20 percent.'),
          between('B12', 'decimal', [500, 1_000_000], 'The income is 500 to 1,000,000.'),
        ],
      },
      { name: 'Schedule', widths: [8, 8, 10, 14, 14, 14, 14, 16], cells: schedule },
      { name: 'Years', widths: [8, 16, 16, 16], cells: byYear },
      {
        name: 'Checks',
        widths: [24, 70],
        cells: {
          A1: 'Own money',
          B1: result('=IF(Loan!B5>=Loan!B4*(1+Loan!B11),"The own money pays for everything; no loan is needed.","")'),
        },
      },
    ],
    names: [
      { name: 'Xinput_Price', refersTo: 'Loan!$B$4' },
      { name: 'Xinput_OwnMoney', refersTo: 'Loan!$B$5' },
      { name: 'Xinput_FixedRate', refersTo: 'Loan!$B$6' },
      { name: 'Xinput_Years', refersTo: 'Loan!$B$7' },
      { name: 'Xinput_FixedYears', refersTo: 'Loan!$B$8' },
      { name: 'Xinput_LaterRate', refersTo: 'Loan!$B$9' },
      { name: 'Xinput_ExtraRepayment', refersTo: 'Loan!$B$10' },
      { name: 'Xinput_CostShare', refersTo: 'Loan!$B$11' },
      { name: 'Xinput_Income', refersTo: 'Loan!$B$12' },
      { name: 'Xoutput_Loan', refersTo: 'Loan!$B$28' },
      { name: 'Xoutput_LoanToValue', refersTo: 'Loan!$B$29' },
      { name: 'Xoutput_PaymentFixed', refersTo: 'Loan!$B$30' },
      { name: 'Xoutput_PaymentLater', refersTo: 'Loan!$B$31' },
      { name: 'Xoutput_BalanceAtEndOfFixedRate', refersTo: 'Loan!$B$32' },
      { name: 'Xoutput_TotalInterest', refersTo: 'Loan!$B$33' },
      { name: 'Xoutput_MonthsToRepay', refersTo: 'Loan!$B$34' },
      { name: 'Xoutput_ShareOfIncome', refersTo: 'Loan!$B$35' },
      { name: 'Xoutput_Affordable', refersTo: 'Loan!$B$36' },
      { name: 'Xoutput_Years', refersTo: `Years!$A$1:$D$${years + 1}`, comment: 'Year by year' },
      { name: 'Xvalidate_OwnMoney', refersTo: 'Checks!$B$1' },
    ],
  }
}
