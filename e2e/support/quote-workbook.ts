import { type CellSpec, type Content, workbookFile } from '../../packages/server/demo/workbook-file.ts'

const scheduleRows = 5000
const columns = ['B', 'C', 'D', 'E', 'F', 'G'] as const

/** A quote with a lookup, a condition and a schedule of 30,000 formulas, one of which another version changes. */
export function quoteWorkbook({ changed }: { changed?: string } = {}): Promise<Buffer> {
  const schedule: Record<string, Content | CellSpec> = { A1: 'Month' }
  for (let row = 2; row <= scheduleRows + 1; row++) {
    schedule[`A${row}`] = row
    for (const [index, column] of columns.entries()) {
      const factor = index + 2
      schedule[`${column}${row}`] = {
        formula: `=$A${row}*${factor > 4 ? 7 : factor}`,
        saved: row * (factor > 4 ? 7 : factor),
      }
    }
  }
  // Somebody filled the column and then changed one cell.
  schedule['C2500'] = { formula: '=$A2500*3.75', saved: 9375 }
  if (changed !== undefined)
    schedule[changed] = { formula: `=$A${changed.slice(1)}*7+0`, saved: Number(changed.slice(1)) * 7 }
  return workbookFile({
    application: 'Microsoft Excel',
    names: [
      { name: 'Xinput_Sum', refersTo: 'Quote!$B$2' },
      { name: 'Xinput_Class', refersTo: 'Quote!$B$3' },
      { name: 'Xinput_Young', refersTo: 'Quote!$B$4' },
      { name: 'Xoutput_Premium', refersTo: 'Quote!$B$6' },
      { name: 'Xoutput_Last', refersTo: 'Quote!$B$7' },
    ],
    sheets: [
      {
        name: 'Quote',
        widths: [24, 14],
        cells: {
          A1: { content: 'Quote', look: 'title' },
          A2: 'Sum insured',
          B2: { content: 2000, format: '#,##0.00', look: 'input' },
          A3: 'Class',
          B3: { content: 'B', look: 'input' },
          A4: 'Young driver',
          B4: { content: false, look: 'input' },
          A5: 'Rate',
          B5: { formula: '=VLOOKUP(B3,Rates!A2:B4,2,FALSE)', saved: 1.5 },
          A6: 'Premium',
          B6: { content: { formula: '=B2*B5*IF(B4,2,1)', saved: 3000 }, format: '#,##0.00', look: 'result' },
          A7: 'Last month',
          B7: { formula: `=Schedule!G${scheduleRows + 1}`, saved: (scheduleRows + 1) * 7 },
        },
      },
      { name: 'Rates', cells: { A1: 'Class', B1: 'Rate', A2: 'A', B2: 1, A3: 'B', B3: 1.5, A4: 'C', B4: 2 } },
      { name: 'Schedule', cells: schedule },
    ],
  })
}
