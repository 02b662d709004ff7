import type { CellSpec } from '../workbook-file.ts'

export function title(text: string): CellSpec {
  return { content: text, look: 'title' }
}

export function heading(text: string): CellSpec {
  return { content: text, look: 'heading' }
}

export function input(value: string | number | boolean, format = 'General'): CellSpec {
  return { content: value, format, look: 'input' }
}

export function result(formula: string, format = 'General'): CellSpec {
  return { content: { formula }, format, look: 'result' }
}

export function percent(share: number): CellSpec {
  return { content: share, format: '0%' }
}
