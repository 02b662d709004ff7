import type { EngineInterface, EnginePort } from '@sheetwright/contract/engines/interface.ts'
import type { CaseContent, TestCase } from '@sheetwright/contract/test-beds/test-bed.ts'
import { isNumeric, isReadable, textOf, valueOf } from '../../ui/input-text.ts'
import type { GridColumn } from '../../ui/grid/EditableGrid.tsx'

/** A column of the grid of cases. */
export interface CaseColumn extends GridColumn {
  readonly read: (content: CaseContent) => string
  readonly write: (content: CaseContent, text: string) => void
}

interface Headings {
  readonly name: string
  readonly weight: string
  readonly segment: string
  readonly expected: (output: string) => string
  /** Of a table, which is written as JSON. */
  readonly rows: (count: number) => string
}

/** Name, weight and segment, then every input of the engine, then the expected value of every output. */
export function caseColumns(ports: Pick<EngineInterface, 'inputs' | 'outputs'>, headings: Headings): CaseColumn[] {
  return [
    {
      heading: headings.name,
      accepts: () => true,
      read: ({ name }) => name,
      write: (content, text) => void (content.name = text.trim()),
    },
    {
      heading: headings.weight,
      align: 'end',
      accepts: (text) => isReadable(text, 'number'),
      read: ({ weight }) => (weight === 1 ? '' : String(weight)),
      write: (content, text) => {
        const weight = valueOf(text, 'number')
        content.weight = typeof weight === 'number' && weight >= 0 ? weight : 1
      },
    },
    {
      heading: headings.segment,
      accepts: () => true,
      read: ({ segment }) => segment,
      write: (content, text) => void (content.segment = text.trim()),
    },
    ...ports.inputs.map((port) => portColumn(port, port.name, headings, (content) => content.inputs)),
    ...ports.outputs.map((port) =>
      portColumn(port, headings.expected(port.name), headings, (content) => (content.expected ??= {})),
    ),
  ]
}

function portColumn(
  port: EnginePort,
  heading: string,
  { rows }: Pick<Headings, 'rows'>,
  values: (content: CaseContent) => Record<string, unknown>,
): CaseColumn {
  const { type } = port
  return {
    heading,
    ...(isNumeric(type) ? { align: 'end' as const } : {}),
    ...(port.shape === 'block'
      ? { shorten: (text: string) => (isTable(text) ? rows((JSON.parse(text) as unknown[]).length) : text) }
      : {}),
    accepts: (text) => (type === undefined ? text.trim() === '' || isTable(text) : isReadable(text, type)),
    read: (content) => textOf(values(content)[port.name]),
    write(content, text) {
      const value = port.shape === 'block' && isTable(text) ? (JSON.parse(text) as unknown) : valueOf(text, type)
      if (value !== null) values(content)[port.name] = value
    },
  }
}

function isTable(text: string): boolean {
  try {
    return Array.isArray(JSON.parse(text))
  } catch {
    return false
  }
}

/** The rows of the grid; the number of the case is stored behind the last column. */
export function rowsOf(cases: readonly TestCase[], columns: readonly CaseColumn[]): string[][] {
  return cases.map((each) => [
    ...columns.map(({ read }) => read({ ...each, expected: { ...each.expected } })),
    String(each.number),
  ])
}

/** The changed, added and removed cases between a page and the rows of the grid. */
export function changesOf(
  cases: readonly TestCase[],
  rows: readonly (readonly string[])[],
  columns: readonly CaseColumn[],
): { changed: TestCase[]; added: CaseContent[]; removed: number[] } {
  const before = new Map(cases.map((each) => [each.number, each]))
  const changed: TestCase[] = []
  const added: CaseContent[] = []
  const kept = new Set<number>()
  const original = new Map(rowsOf(cases, columns).map((row) => [Number(row.at(-1)), row]))
  for (const row of rows) {
    const number = Number(row[columns.length] ?? 0)
    if (!before.has(number)) {
      if (row.some((text) => text.trim() !== '')) added.push(contentOf(row, columns))
      continue
    }
    kept.add(number)
    const same = columns.every((_, i) => row[i] === original.get(number)?.[i])
    if (!same) changed.push({ number, ...contentOf(row, columns) })
  }
  const removed = cases.map(({ number }) => number).filter((number) => !kept.has(number))
  return { changed, added, removed }
}

function contentOf(row: readonly string[], columns: readonly CaseColumn[]): CaseContent {
  const content: CaseContent = { name: '', weight: 1, segment: '', inputs: {}, expected: null }
  for (const [i, column] of columns.entries()) if ((row[i] ?? '').trim() !== '') column.write(content, row[i] ?? '')
  return content
}
