import { workbookFile } from '../../packages/server/demo/workbook-file.ts'

/** Seeks the square root of a number and prints it. */
export function rootWorkbook(): Promise<Buffer> {
  return workbookFile({
    application: 'Microsoft Excel',
    sheets: [
      {
        name: 'Seek',
        widths: [16, 12, 4, 12],
        cells: {
          A1: 'Target cell',
          B1: 'D2',
          A2: 'Target value',
          B2: { formula: '=D3', saved: 16 },
          A3: 'By changing',
          B3: 'D1',
          A4: 'Lower bound',
          B4: 0,
          A5: 'Upper bound',
          B5: 1000,
          A6: 'Max change',
          B6: 1e-9,
          D1: 4,
          D2: { formula: '=D1*D1', saved: 16 },
          D3: 16,
        },
      },
    ],
    names: [
      { name: 'Xinput_Wanted', refersTo: 'Seek!$D$3' },
      { name: 'Xoutput_Root', refersTo: 'Seek!$D$1' },
      { name: 'Xsolve_Root', refersTo: 'Seek!$A$1:$B$6' },
      { name: 'Xreport_Sheet', refersTo: 'Seek!$A$1:$D$6' },
    ],
  })
}
