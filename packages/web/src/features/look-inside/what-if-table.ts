import type { WhatIfAnswer, WhatIfQuestion } from '@sheetwright/contract/look-inside/run-what-if.ts'

export type TableValue = string | number | boolean | null

/** An answer as rows, for the page and for a file. */
export interface WhatIfTable {
  readonly headings: readonly string[]
  readonly rows: readonly (readonly TableValue[])[]
}

export interface TableTexts {
  readonly input: string
  readonly low: string
  readonly high: string
  readonly atLow: string
  readonly atHigh: string
  readonly output: string
  readonly error: string
}

export function tableOf(question: WhatIfQuestion, answer: WhatIfAnswer, texts: TableTexts): WhatIfTable {
  if (question.kind === 'sweep' && answer.kind === 'sweep') return sweepTable(question, answer, texts)
  if (answer.kind === 'tornado') {
    return {
      headings: [texts.input, texts.low, texts.high, texts.atLow, texts.atHigh],
      rows: answer.bars.map(({ input, low, high, atLow, atHigh }) => [input, low, high, atLow, atHigh]),
    }
  }
  if (answer.kind === 'scenarios') {
    const names = [...new Set(answer.rows.flatMap(({ outputs }) => Object.keys(outputs ?? {})))]
    const failed = answer.rows.some(({ error }) => error !== null)
    return {
      headings: [texts.output, ...answer.rows.map(({ name }) => name)],
      rows: [
        ...names.map((name) => [name, ...answer.rows.map(({ outputs }) => plain(outputs?.[name]))]),
        ...(failed ? [[texts.error, ...answer.rows.map(({ error }) => error)]] : []),
      ],
    }
  }
  return { headings: [], rows: [] }
}

type Question<Kind extends WhatIfQuestion['kind']> = Extract<WhatIfQuestion, { kind: Kind }>
type Answer<Kind extends WhatIfAnswer['kind']> = Extract<WhatIfAnswer, { kind: Kind }>

function sweepTable({ vary, outputs }: Question<'sweep'>, { rows }: Answer<'sweep'>, texts: TableTexts): WhatIfTable {
  const [first, second] = vary
  const [output] = outputs
  if (second !== undefined && output !== undefined) {
    const width = second.values.length
    return {
      headings: [`${first?.input ?? ''} \\ ${second.input}`, ...second.values.map(String)],
      rows: (first?.values ?? []).map((value, i) => [
        value,
        ...rows.slice(i * width, (i + 1) * width).map((row) => plain(row.outputs?.[output] ?? row.error)),
      ]),
    }
  }
  const failed = rows.some(({ error }) => error !== null)
  return {
    headings: [first?.input ?? '', ...outputs, ...(failed ? [texts.error] : [])],
    rows: rows.map((row) => [
      row.values[0] ?? null,
      ...outputs.map((name) => plain(row.outputs?.[name])),
      ...(failed ? [row.error] : []),
    ]),
  }
}

function plain(value: unknown): TableValue {
  if (typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean') return value
  return value === null || value === undefined ? null : JSON.stringify(value)
}

/** CSV for spreadsheets; texts that would be taken for formulas are escaped. */
export function csvOf({ headings, rows }: WhatIfTable): string {
  const cell = (value: TableValue) => {
    if (typeof value !== 'string') return value === null ? '' : String(value)
    const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
    return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
  }
  return [headings, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')
}
