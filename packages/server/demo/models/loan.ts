import type { CellSpec, Content, WorkbookSpec } from '../workbook-file.ts'
import { heading, input, result, title } from './looks.ts'

const months = 360
const firstRow = 4
const lastRow = firstRow + months - 1

/** A loan with its schedule; the amount that a monthly payment affords is found by goal seek. */
export function loan(): WorkbookSpec {
  const schedule: Record<string, Content | CellSpec> = {
    A1: title('Schedule'),
    ...Object.fromEntries(
      ['Month', 'Due date', 'Payment', 'Interest', 'Repayment', 'Balance'].map((text, i) => [
        `${String.fromCharCode(65 + i)}3`,
        heading(text),
      ]),
    ),
  }
  for (let month = 1; month <= months; month++) {
    const row = firstRow + month - 1
    const before = month === 1 ? 'Loan!$B$20' : `F${row - 1}`
    const money = (formula: string): CellSpec => ({ content: { formula }, format: '#,##0.00' })
    Object.assign(schedule, {
      [`A${row}`]: month,
      [`B${row}`]: { content: { formula: `=IF(A${row}>Loan!$B$6,"",EDATE(Loan!$B$7,A${row}))` }, format: 'yyyy-mm-dd' },
      [`C${row}`]: money(`=IF(A${row}>Loan!$B$6,0,Loan!$B$21)`),
      [`D${row}`]: money(`=IF(A${row}>Loan!$B$6,0,${before}*Loan!$B$5/12)`),
      [`E${row}`]: money(`=C${row}-D${row}`),
      [`F${row}`]: money(`=IF(A${row}>Loan!$B$6,0,ROUND(${before}-E${row},6))`),
    })
  }
  return {
    sheets: [
      {
        name: 'Loan',
        widths: [36, 18],
        cells: {
          A1: title('Loan'),
          A3: heading('Inputs'),
          A4: 'Amount',
          B4: input(200_000, '#,##0'),
          A5: 'Interest rate a year',
          B5: input(0.036, '0.00%'),
          A6: 'Term in months',
          B6: input(240),
          A7: 'First of the month of payout',
          B7: input(46_023, 'yyyy-mm-dd'),
          A8: 'Find the amount',
          B8: input(true),
          A9: 'Affordable payment a month',
          B9: input(1500, '#,##0.00'),
          A19: heading('Calculation'),
          A20: 'Amount',
          B20: { content: { formula: '=B4' }, format: '#,##0.00' },
          A21: 'Payment a month',
          B21: result('=IF(B5=0,B20/B6,PMT(B5/12,B6,-B20))', '#,##0.00'),
          A22: 'Amount tried by the goal seek',
          B22: { content: 100_000, format: '#,##0.00' },
          A23: 'Payment for that amount',
          B23: result('=IF(B5=0,B22/B6,PMT(B5/12,B6,-B22))', '#,##0.00'),
          A27: heading('Results'),
          A28: 'Payment a month',
          B28: result('=ROUND(B21,2)', '#,##0.00'),
          A29: 'Interest over the whole term',
          B29: result(`=ROUND(SUM(Schedule!D${firstRow}:D${lastRow}),2)`, '#,##0.00'),
          A30: 'Everything paid',
          B30: result(`=ROUND(SUM(Schedule!C${firstRow}:C${lastRow}),2)`, '#,##0.00'),
          A31: 'Effective rate a year',
          B31: result('=EFFECT(MAX(B5,0.000001),12)', '0.000%'),
          A32: 'Affordable amount',
          B32: result('=ROUND(B22,2)', '#,##0.00'),
          A33: 'Last payment',
          B33: result('=EDATE(B7,B6)', 'yyyy-mm-dd'),
        },
        validations: [
          {
            range: 'B4',
            type: 'decimal',
            operator: 'between',
            formula1: '1000',
            formula2: '5000000',
            error: 'The amount is 1,000 to 5,000,000.',
          },
          {
            range: 'B5',
            type: 'decimal',
            operator: 'between',
            formula1: '0',
            formula2: '0.2',
            error: 'The interest rate is 0 to 20 percent.',
          },
          {
            range: 'B6',
            type: 'whole',
            operator: 'between',
            formula1: '12',
            formula2: '360',
            error: 'Terms are 12 to 360 months.',
          },
          {
            range: 'B9',
            type: 'decimal',
            operator: 'between',
            formula1: '10',
            formula2: '100000',
            error: 'The payment is 10 to 100,000.',
          },
        ],
      },
      { name: 'Schedule', widths: [8, 14, 14, 14, 14, 16], cells: schedule },
      {
        name: 'Goal seek',
        widths: [20, 20],
        cells: {
          A1: heading('What'),
          B1: heading('Where'),
          A2: 'Run if',
          B2: { formula: '=Loan!B8' },
          A3: 'Target cell',
          B3: 'Loan!B23',
          A4: 'Target value',
          B4: { formula: '=Loan!B9' },
          A5: 'By changing',
          B5: 'Loan!B22',
          A6: 'Solve algorithm',
          B6: 'SECANT',
          A7: 'Max change',
          B7: 0.0001,
          A8: 'Max iterations',
          B8: 100,
          A9: 'Initial guess',
          B9: 100_000,
          A10: 'Lower bound',
          B10: 1,
          A11: 'Upper bound',
          B11: 100_000_000,
        },
      },
    ],
    names: [
      { name: 'Xinput_Amount', refersTo: 'Loan!$B$4' },
      { name: 'Xinput_InterestRate', refersTo: 'Loan!$B$5' },
      { name: 'Xinput_Months', refersTo: 'Loan!$B$6' },
      { name: 'Xinput_PayoutMonth', refersTo: 'Loan!$B$7' },
      { name: 'Xinput_FindAmount', refersTo: 'Loan!$B$8', comment: 'True to find the amount that the payment affords' },
      { name: 'Xinput_AffordablePayment', refersTo: 'Loan!$B$9' },
      { name: 'Xoutput_Payment', refersTo: 'Loan!$B$28' },
      { name: 'Xoutput_TotalInterest', refersTo: 'Loan!$B$29' },
      { name: 'Xoutput_TotalPaid', refersTo: 'Loan!$B$30' },
      { name: 'Xoutput_EffectiveRate', refersTo: 'Loan!$B$31' },
      { name: 'Xoutput_AffordableAmount', refersTo: 'Loan!$B$32' },
      { name: 'Xoutput_LastPayment', refersTo: 'Loan!$B$33' },
      { name: 'Xoutput_Schedule', refersTo: `Schedule!$A$3:$F$${lastRow}`, comment: 'Month by month' },
      { name: 'Xsolve_AffordableAmount', refersTo: "'Goal seek'!$A$2:$B$11" },
    ],
  }
}
