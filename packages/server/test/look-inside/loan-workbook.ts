import type { Content, WorkbookSpec } from '../../demo/workbook-file.ts'

/** An ordinary loan calculator without any names. */
export function loanWorkbook(changes: { rowsAbove?: number; cells?: Record<string, Content> } = {}): WorkbookSpec {
  const down = changes.rowsAbove ?? 0
  const row = (number: number) => number + down
  const payment = (100_000 * 0.005) / (1 - 1.005 ** -120)
  return {
    application: 'Microsoft Excel',
    names: [],
    sheets: [
      {
        name: 'Loan',
        cells: {
          A1: 'Loan calculator',
          [`A${row(3)}`]: 'Loan amount (EUR)',
          [`B${row(3)}`]: { content: 100_000, format: '#,##0.00' },
          [`A${row(4)}`]: 'Interest rate',
          [`B${row(4)}`]: { content: 0.06, format: '0.00%' },
          [`A${row(5)}`]: 'Term in years',
          [`B${row(5)}`]: 10,
          [`A${row(7)}`]: 'Monthly payment',
          [`B${row(7)}`]: {
            content: {
              formula: `=B${row(3)}*B${row(4)}/12/(1-(1+B${row(4)}/12)^(-12*B${row(5)}))`,
              saved: payment,
            },
            format: '#,##0.00',
          },
          [`A${row(8)}`]: 'Total interest',
          [`B${row(8)}`]: {
            formula: `=B${row(7)}*12*B${row(5)}-B${row(3)}`,
            saved: payment * 120 - 100_000,
          },
          ...changes.cells,
        },
      },
    ],
  }
}
