import type { WorkbookSpec } from '../../../compiler/test/workbook-builder.ts'

/** A premium: an age with limits, a cover from a list, a rate that is looked up, a result that can be an error. */
export function premiumWorkbook(rate = 0.02): WorkbookSpec {
  return {
    sheets: [
      {
        name: 'Calc',
        cells: {
          A1: 'Sum insured',
          B1: 1000,
          A2: 'Age',
          B2: 40,
          A3: 'Cover',
          B3: 'Basic',
          A5: 'Premium',
          B5: { formula: 'ROUND(B1*Rate*IF(B3="Full",2,1)*(1+B2/100),2)', value: 28 },
          A6: 'Band',
          B6: { formula: 'VLOOKUP(B2,E1:F3,2,TRUE)', value: 'adult' },
          B7: { formula: 'IF(B1>1000000,"The sum insured is too high","")', value: '' },
          D1: rate,
          E1: 18,
          F1: 'young',
          E2: 30,
          F2: 'adult',
          E3: 60,
          F3: 'senior',
          H1: 'Year',
          I1: 'Amount',
          H2: 1,
          I2: { formula: 'B5', value: 28 },
          H3: 2,
          I3: { formula: 'B5*1.1', value: 30.8 },
        },
        validationsXml:
          '<dataValidation type="whole" operator="between" allowBlank="1" showErrorMessage="1" errorTitle="Age" error="The age must be from 18 to 99" sqref="B2"><formula1>18</formula1><formula2>99</formula2></dataValidation>' +
          '<dataValidation type="list" allowBlank="0" showErrorMessage="1" sqref="B3"><formula1>"Basic,Full"</formula1></dataValidation>',
      },
    ],
    names: [
      { name: 'Rate', text: 'Calc!$D$1' },
      { name: 'Xinput_Sum', text: 'Calc!$B$1' },
      { name: 'Xinput_Age', text: 'Calc!$B$2' },
      { name: 'Xinput_Cover', text: 'Calc!$B$3' },
      { name: 'Xoutput_Premium', text: 'Calc!$B$5' },
      { name: 'Xoutput_Band', text: 'Calc!$B$6' },
      { name: 'Xoutput_Years', text: 'Calc!$H$1:$I$3' },
      { name: 'Xvalidate_Sum', text: 'Calc!$B$7' },
    ],
  }
}

/** A workbook whose calculation takes far longer than anybody waits: sums over a large block, row by row. */
export function endlessWorkbook(): WorkbookSpec {
  const cells: Record<string, number | string> = { A1: 1 }
  for (let row = 2; row <= 4000; row++) cells[`A${row}`] = `=A${row - 1}+$A$1`
  for (let row = 1; row <= 4000; row++) {
    cells[`B${row}`] = `=SUMPRODUCT(($A$1:$A$4000>A${row})*($A$1:$A$4000<A${row}+100)*$A$1:$A$4000)`
  }
  cells['C1'] = '=SUM(B1:B4000)'
  return {
    sheets: [{ name: 'Calc', cells }],
    names: [
      { name: 'Xinput_Start', text: 'Calc!$A$1' },
      { name: 'Xoutput_Total', text: 'Calc!$C$1' },
    ],
  }
}
