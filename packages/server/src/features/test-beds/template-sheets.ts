import type { EngineInterface, EnginePort } from '@sheetwright/contract/engines/interface.ts'
import { expectedPrefix, markColumns } from '@sheetwright/contract/test-beds/test-bed.ts'
import type { Tolerances } from '@sheetwright/contract/test-beds/test-run.ts'
import type { SheetValue, WrittenSheet } from '../../platform/workbook/sheets-file.ts'

/** Names of a template's sheets; uploads are read from sheets of these names. */
export const templateSheetNames = { cases: 'Cases', tolerances: 'Tolerances', readMe: 'README' } as const

export interface TemplateColumns {
  readonly inputs: readonly EnginePort[]
  readonly outputs: readonly EnginePort[]
}

/** The inputs and outputs of a template, in the order of the interface; all if none are chosen. */
export function templateColumns(
  { inputs, outputs }: EngineInterface,
  chosen: { readonly inputs: readonly string[] | null; readonly outputs: readonly string[] | null },
): TemplateColumns {
  return { inputs: chosenOf(inputs, chosen.inputs), outputs: chosenOf(outputs, chosen.outputs) }
}

function chosenOf(ports: readonly EnginePort[], names: readonly string[] | null): readonly EnginePort[] {
  if (names === null) return ports
  const wanted = new Set(names.map((name) => name.toLowerCase()))
  return ports.filter(({ name }) => wanted.has(name.toLowerCase()))
}

export function headingsOf(inputs: readonly string[], outputs: readonly string[]): string[] {
  return [...Object.values(markColumns), ...inputs, ...outputs.map((name) => `${expectedPrefix}${name}`)]
}

/** A workbook to fill in: cases, tolerances by output, and the meaning of each column. */
export function templateSheets(
  engine: { readonly serviceName: string; readonly revision: string },
  { inputs, outputs }: TemplateColumns,
  tolerances: Tolerances,
  cases: WrittenSheet['rows'],
): WrittenSheet[] {
  const before = Object.keys(markColumns).length
  const headings = headingsOf(
    inputs.map(({ name }) => name),
    outputs.map(({ name }) => name),
  )
  const lists = new Map<number, readonly string[]>()
  for (const [i, { validation }] of inputs.entries()) {
    const options = validation?.options?.filter((option) => option !== null).map(String)
    if (options !== undefined && options.length > 0) lists.set(before + i, options)
  }
  return [
    {
      name: templateSheetNames.cases,
      headings: 1,
      widths: headings.map((heading) => Math.min(40, Math.max(12, heading.length + 2))),
      lists,
      rows: below(headings, cases),
    },
    {
      name: templateSheetNames.tolerances,
      headings: 1,
      widths: [30, 16, 16],
      rows: [
        ['Output', 'Absolute', 'Relative'],
        ...outputs.map(({ name }) => [name, tolerances[name]?.absolute ?? null, tolerances[name]?.relative ?? null]),
      ],
    },
    { name: templateSheetNames.readMe, widths: [30, 12, 60, 40, 30], rows: readMe(engine, { inputs, outputs }) },
  ]
}

/** An example row: the values saved in the workbook. */
export function exampleRow({ inputs, outputs }: TemplateColumns): SheetValue[] {
  return ['Example', 1, null, ...inputs.map((port) => cellOf(port.default)), ...outputs.map(() => null)]
}

/** A value of a case as a cell; tables are JSON. */
export function cellOf(value: unknown): SheetValue {
  if (value === null || value === undefined) return null
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  return JSON.stringify(value)
}

async function* below(headings: readonly string[], rows: WrittenSheet['rows']): AsyncGenerator<readonly SheetValue[]> {
  yield headings
  for await (const row of rows) yield row
}

function* readMe(
  { serviceName, revision }: { readonly serviceName: string; readonly revision: string },
  { inputs, outputs }: TemplateColumns,
): Generator<readonly SheetValue[]> {
  yield [`Test cases of ${serviceName}, made from version ${revision}`]
  yield ['One row of the sheet Cases is one test case. An empty cell takes the value saved in the workbook.']
  yield [
    `${markColumns.name}, ${markColumns.weight} and ${markColumns.segment} are optional: a name, how much the case counts in a portfolio, and a group to sum up by.`,
  ]
  yield [`Columns that begin with "${expectedPrefix}" hold what is expected. An empty cell expects nothing.`]
  yield ['The sheet Tolerances says how far a number may lie from what is expected; relative 0.01 is one percent.']
  yield ['Dates are written as dates or as YYYY-MM-DD; tables as JSON, a list of objects by heading.']
  yield []
  yield ['Input', 'Type', 'Description', 'Allowed', 'Default']
  for (const port of inputs) {
    yield [port.name, typeOf(port), port.description, allowedOf(port), cellOf(port.default)]
  }
  yield []
  yield ['Output', 'Type', 'Description']
  for (const port of outputs) yield [port.name, typeOf(port), port.description]
}

function typeOf({ shape, type }: EnginePort): string {
  return shape === 'block' ? 'table' : (type ?? 'text')
}

function allowedOf({ validation }: EnginePort): string {
  if (validation === undefined) return ''
  if (validation.options !== undefined) return validation.options.map(String).join(', ')
  const { min, max } = validation
  if (min === undefined && max === undefined) return validation.type
  return `${validation.type} ${min ?? ''} to ${max ?? ''}`
}
