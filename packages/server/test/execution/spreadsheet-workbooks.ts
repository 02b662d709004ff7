import type { WorkbookSpec } from '../../../compiler/test/workbook-builder.ts'

/** Every kind of value as input and output: dates, times, flags, texts, blanks, tables, errors, dependent lists. */
export function everyKindWorkbook(): WorkbookSpec {
  return {
    formats: ['yyyy-mm-dd', 'hh:mm:ss', '0%', '@'],
    sheets: [
      {
        name: "Ann's data",
        cells: {
          A1: 10,
          A2: { value: 45_000, style: 1 },
          A3: { value: 0.25, style: 2 },
          A4: true,
          A5: 'abc',
          A6: null,
          A7: { value: 0.05, style: 3 },
          A8: 'Fruit',
          A9: 'apple',
          A10: { formula: 'A1*2', value: 20 },
          B1: { formula: '100/A1', value: 10 },
          B2: { formula: 'A2+30', value: 45_030, style: 1 },
          B3: { formula: 'A3+1/24', value: 0.25 + 1 / 24, style: 2 },
          B4: { formula: 'NOT(A4)', value: false },
          B5: { formula: 'UPPER(A5)&"|"&LEN(A5)', value: 'ABC|3' },
          B6: { formula: 'IF(ISBLANK(A6),"blank",IF(ISTEXT(A6),"text","other"))', value: 'blank' },
          B7: { formula: 'A7*2', value: 0.1, style: 3 },
          B8: { formula: 'VLOOKUP(A1,Lists!A1:B3,2,FALSE)', value: 'ten' },
          B9: { formula: 'B1+B11', value: 20 },
          B10: { formula: 'A10+1', value: 21 },
          B11: { formula: 'B1', value: 10 },
          B12: { formula: 'TEXT(A2,"d mmm yyyy")', value: '15 Mar 2023' },
          B13: { formula: '0.1+0.2', value: 0.300_000_000_000_000_04 },
          B14: { formula: 'IF(A1>1000,"too much","")', value: '' },
          D1: 'Name',
          E1: 'Share',
          F1: 'Smoker',
          D2: 'Ann',
          E2: 0.5,
          F2: true,
          D3: 'Bob',
          E3: 0.5,
          F3: false,
          H1: 'Person',
          I1: 'Amount',
          H2: { formula: 'D2&""', value: 'Ann' },
          I2: { formula: 'E2*A1', value: 5 },
          H3: { formula: 'D3&""', value: 'Bob' },
          I3: { formula: 'E3*A1*IF(F3,2,1)', value: 5 },
        },
        validationsXml:
          '<dataValidation type="list" allowBlank="1" showErrorMessage="1" error="Not on the list" sqref="A8"><formula1>Lists!$D$1:$E$1</formula1></dataValidation>' +
          '<dataValidation type="list" allowBlank="1" showErrorMessage="1" error="Not of this kind" sqref="A9"><formula1>INDEX(Lists!$D$2:$E$3,0,MATCH(A8,Lists!$D$1:$E$1,0))</formula1></dataValidation>' +
          '<dataValidation type="decimal" operator="between" allowBlank="1" showErrorMessage="1" error="Out of range" sqref="A1"><formula1>0</formula1><formula2>Lists!$G$1+A7*0</formula2></dataValidation>',
      },
      {
        name: 'Lists',
        cells: {
          A1: 5,
          B1: 'five',
          A2: 10,
          B2: 'ten',
          A3: 20,
          B3: 'twenty',
          D1: 'Fruit',
          E1: 'Tree',
          D2: 'apple',
          E2: 'oak',
          D3: 'pear',
          E3: 'elm',
          G1: 2000,
        },
      },
    ],
    names: [
      ...['Number', 'Date', 'Time', 'Flag', 'Text', 'Blank', 'Percent', 'Kind', 'Item', 'Doubled'].map((name, i) => ({
        name: `Xinput_${name}`,
        text: `'Ann''s data'!$A$${i + 1}`,
      })),
      ...[
        'Share',
        'Later',
        'Hour',
        'Not',
        'Upper',
        'What',
        'Twice',
        'Word',
        'Sum',
        'More',
        'Same',
        'Shown',
        'Third',
      ].map((name, i) => ({ name: `Xoutput_${name}`, text: `'Ann''s data'!$B$${i + 1}` })),
      { name: 'Xinput_People', text: "'Ann''s data'!$D$1:$F$3" },
      { name: 'Xoutput_Amounts', text: "'Ann''s data'!$H$1:$I$3" },
      { name: 'Xoutput_part.Only', text: "'Ann''s data'!$B$2" },
      { name: 'Xinput_part.Day', text: "'Ann''s data'!$A$2" },
      { name: 'Xvalidate_Much', text: "'Ann''s data'!$B$14" },
    ],
  }
}

/** Quick on its defaults; with a large number it computes arbitrarily long. */
export function slowWorkbook(): WorkbookSpec {
  const rows = (work: string) => `SUMPRODUCT(MOD(ROW(INDIRECT("1:"&A1))*${work},7))`
  return {
    sheets: [
      {
        name: 'Slow',
        cells: {
          A1: 1,
          A2: { formula: Array.from({ length: 60 }, (_, i) => rows(String(i + 1))).join('+'), value: 0 },
        },
      },
    ],
    names: [
      { name: 'Xinput_Rows', text: 'Slow!$A$1' },
      { name: 'Xoutput_Sum', text: 'Slow!$A$2' },
    ],
  }
}

/** One output uses this formula, another one a formula that every evaluator can compute. */
export function formulaWorkbook(formula: string, value: number | string = 0): WorkbookSpec {
  return {
    sheets: [{ name: 'Calc', cells: { A1: 1, A2: { formula, value }, A3: { formula: 'A1', value: 1 } } }],
    names: [
      { name: 'Xinput_Given', text: 'Calc!$A$1' },
      { name: 'Xoutput_Result', text: 'Calc!$A$2' },
      { name: 'Xoutput_Plain', text: 'Calc!$A$3' },
    ],
  }
}
