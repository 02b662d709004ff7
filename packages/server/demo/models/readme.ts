import type { CellSpec, Content, SheetSpec, WorkbookSpec } from '../workbook-file.ts'
import { heading, title } from './looks.ts'

export interface Readme {
  readonly title: string
  /** Purpose of the workbook, as lines. */
  readonly purpose: readonly string[]
  /** Meaning and derivation of each input and output, by its name without the prefix. */
  readonly about: Readonly<Record<string, string>>
  /** Assumptions, as lines. */
  readonly assumptions: readonly string[]
}

/** The workbook with a first sheet that explains every number; the values on it are read from the other sheets. */
export function withReadme(spec: WorkbookSpec, readme: Readme): WorkbookSpec {
  const cells: Record<string, Content | CellSpec> = { A1: title(readme.title) }
  let row = 3
  const line = (...content: (Content | CellSpec)[]) => {
    content.forEach((one, i) => {
      if (one !== '') cells[`${'ABCD'[i]}${row}`] = one
    })
    row += 1
  }
  for (const text of readme.purpose) line(text)
  const ports = portsOf(spec)
  for (const [kind, name] of [
    ['Inputs', 'Xinput_'],
    ['Results', 'Xoutput_'],
  ] as const) {
    row += 1
    line(heading(kind), heading('Name in the API'), heading('In this file'), heading('What it is'))
    for (const port of ports.filter((one) => one.prefix === name)) {
      const about = readme.about[port.name]
      if (about === undefined) throw new Error(`${readme.title}: the README says nothing about ${port.name}`)
      line(port.label, port.name, port.value, about)
    }
  }
  const unknown = Object.keys(readme.about).filter((name) => !ports.some((port) => port.name === name))
  if (unknown.length > 0) throw new Error(`${readme.title}: the README explains what is not there: ${unknown.join()}`)
  row += 1
  line(heading('Assumptions'))
  for (const text of readme.assumptions) line(text)
  row += 1
  line(
    'Yellow cells are inputs, green cells are results. The figures are examples: replace them by your own before use.',
  )
  const sheet: SheetSpec = { name: 'README', widths: [34, 26, 18, 90], cells }
  return { ...spec, sheets: [sheet, ...spec.sheets] }
}

interface Port {
  readonly prefix: string
  readonly name: string
  readonly label: string
  readonly value: Content | CellSpec
}

/** Inputs and outputs with their own name; those of subservices are the same cells. */
function portsOf({ sheets, names }: WorkbookSpec): Port[] {
  return names.flatMap(({ name, refersTo }): Port[] => {
    const [, prefix = '', short = ''] = /^(Xinput_|Xoutput_)([^.]+)$/.exec(name) ?? []
    if (short === '') return []
    const [, quoted = '', first = '', last] = /^(.+)!(\$[A-Z]+\$\d+)(?::(\$[A-Z]+\$\d+))?$/.exec(refersTo) ?? []
    const sheetName = quoted.replace(/^'|'$/g, '')
    const sheet = sheets.find((one) => one.name === sheetName)
    if (last !== undefined) return [{ prefix, name: short, label: `Table on ${sheetName}`, value: 'table' }]
    const [, column = 'B', row = ''] = /^\$([A-Z]+)\$(\d+)$/.exec(first) ?? []
    const label = textOf(sheet?.cells[`${String.fromCharCode(column.charCodeAt(0) - 1)}${row}`])
    const given = sheet?.cells[`${column}${row}`]
    const format = typeof given === 'object' && 'content' in given ? (given.format ?? 'General') : 'General'
    return [{ prefix, name: short, label, value: { content: { formula: `=${quoted}!${column}${row}` }, format } }]
  })
}

function textOf(cell: Content | CellSpec | undefined): string {
  const content = typeof cell === 'object' && 'content' in cell ? cell.content : cell
  return typeof content === 'string' ? content : ''
}
