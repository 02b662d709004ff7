import type { WorkbookSpec } from '../../../compiler/test/workbook-builder.ts'

/** A premium: an age with limits, a cover from a list, a looked-up rate, a result that can be an error. */
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
          D2: 'Actuaries',
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
      { name: 'Xoutput_metadata.Author', text: 'Calc!$D$2' },
    ],
  }
}

/** Quick on its defaults; other inputs make it use any amount of time or memory. */
export function greedyWorkbook(): WorkbookSpec {
  return {
    sheets: [
      {
        name: 'Greed',
        cells: {
          A1: 1,
          A2: 1,
          A3: {
            formula:
              '_xlfn.REDUCE(0,_xlfn.SEQUENCE(A1),_xlfn.LAMBDA(_xlpm.a,_xlpm.b,_xlpm.a+SUM(_xlfn.SEQUENCE(1000))))',
            value: 500500,
          },
          A4: { formula: 'SUM(_xlfn.SEQUENCE(A2,1000)*2+_xlfn.SEQUENCE(A2,1000))', value: 1501500 },
        },
      },
    ],
    names: [
      { name: 'Xinput_Time', text: 'Greed!$A$1' },
      { name: 'Xinput_Memory', text: 'Greed!$A$2' },
      { name: 'Xoutput_Slow', text: 'Greed!$A$3' },
      { name: 'Xoutput_Large', text: 'Greed!$A$4' },
    ],
  }
}

/** Solves for the number whose square is given, unless that is negative. */
export function solveWorkbook(): WorkbookSpec {
  return {
    sheets: [
      {
        name: 'Seek',
        cells: {
          A1: 'Target cell',
          B1: 'D2',
          A2: 'Target value',
          B2: { formula: 'D3', value: 16 },
          A3: 'By changing',
          B3: 'D1',
          A4: 'Run if',
          B4: { formula: 'D3>=0', value: true },
          A5: 'Max change',
          B5: 1e-9,
          A6: 'Lower bound',
          B6: 0,
          A7: 'Upper bound',
          B7: 1000,
          D1: 4,
          D2: { formula: 'D1*D1', value: 16 },
          D3: 16,
        },
      },
    ],
    names: [
      { name: 'Xinput_Wanted', text: 'Seek!$D$3' },
      { name: 'Xoutput_Root', text: 'Seek!$D$1' },
      { name: 'Xsolve_Root', text: 'Seek!$A$1:$B$7' },
    ],
  }
}

/** Tax on a net amount, which has no saved value. */
export function taxWorkbook(): WorkbookSpec {
  return {
    sheets: [{ name: 'Tax', cells: { A1: null, A2: 0.2, A3: { formula: 'ROUND(A1*(1+A2),2)', value: 0 } } }],
    names: [
      { name: 'Xinput_Net', text: 'Tax!$A$1' },
      { name: 'Xinput_Rate', text: 'Tax!$A$2' },
      { name: 'Xoutput_Gross', text: 'Tax!$A$3' },
    ],
  }
}

/** A quotation with a place for a logo. */
export function reportWorkbook(): WorkbookSpec {
  return {
    sheets: [
      {
        name: '見積り',
        cells: {
          A1: '保険金額',
          B1: 1000,
          A2: '保険料',
          B2: { formula: 'B1*0.02', value: 20, style: 1 },
          A4: 'A long line that runs over into the empty cells on its right',
        },
        merges: ['A5:B8'],
      },
    ],
    formats: ['#,##0.00'],
    names: [
      { name: 'Xinput_Sum', text: '見積り!$B$1' },
      { name: 'Xoutput_Premium', text: '見積り!$B$2' },
      { name: 'Xreport_Quote', text: '見積り!$A$1:$D$60' },
      { name: 'Ximage_Logo', text: '見積り!$A$5' },
    ],
  }
}
