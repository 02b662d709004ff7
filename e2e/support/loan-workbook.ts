import { type Content, type CellSpec, workbookFile } from '../../packages/server/demo/workbook-file.ts'

/** An ordinary loan workbook with a schedule and without names, like most workbooks. */
export function loanWorkbook({ rowsAbove = 0 }: { rowsAbove?: number } = {}): Promise<Buffer> {
  const at = (row: number) => row + rowsAbove
  // Computed like the formulas below; rounded, because powers differ in the last digit between machines.
  const rate = 0.045
  const payment = Math.round(((250_000 * rate) / 12 / (1 - (1 + rate / 12) ** -240)) * 100) / 100
  const cells: Record<string, Content | CellSpec> = {
    A1: { content: 'Mortgage', look: 'title' },
    [`A${at(3)}`]: 'Loan amount (EUR)',
    [`B${at(3)}`]: { content: 250_000, format: '#,##0.00', look: 'input' },
    [`A${at(4)}`]: 'Interest rate',
    [`B${at(4)}`]: { content: 0.045, format: '0.00%', look: 'input' },
    [`A${at(5)}`]: 'Term in years',
    [`B${at(5)}`]: { content: 20, look: 'input' },
    [`A${at(7)}`]: { content: 'Monthly payment', look: 'heading' },
    [`B${at(7)}`]: {
      content: { formula: `=ROUND(B${at(3)}*B${at(4)}/12/(1-(1+B${at(4)}/12)^(-12*B${at(5)})),2)`, saved: payment },
      format: '#,##0.00',
      look: 'result',
    },
    [`A${at(8)}`]: 'Total interest',
    [`B${at(8)}`]: {
      content: { formula: `=B${at(7)}*12*B${at(5)}-B${at(3)}`, saved: payment * 12 * 20 - 250_000 },
      format: '#,##0.00',
    },
    D2: { content: 'Month', look: 'heading' },
    E2: { content: 'Interest', look: 'heading' },
    F2: { content: 'Balance', look: 'heading' },
  }
  let balance = 250_000
  for (let month = 1; month <= 240; month++) {
    const interest = (balance * rate) / 12
    balance = balance + interest - payment
    const row = month + 2
    const before = month === 1 ? `$B$${at(3)}` : `F${row - 1}`
    cells[`D${row}`] = month
    cells[`E${row}`] = { content: { formula: `=${before}*$B$${at(4)}/12`, saved: interest }, format: '#,##0.00' }
    cells[`F${row}`] = {
      content: { formula: `=${before}+E${row}-$B$${at(7)}`, saved: balance },
      format: '#,##0.00',
    }
  }
  return workbookFile({
    application: 'Microsoft Excel',
    names: [],
    sheets: [{ name: 'Loan', widths: [24, 14, 4, 8, 12, 14], cells }],
  })
}
