import { type PolicyMapping, policyMapping } from '@sheetwright/contract/ingenium/mapping.ts'
import type { FieldError } from '@sheetwright/contract/envelope.ts'
import { type MappingCell, type MappingRows, type MappingSheetName, mappingSheets } from './mapping-columns.ts'

type Read = { readonly mapping: PolicyMapping } | { readonly errors: readonly FieldError[] }

interface NumberedRow {
  /** The row number in Excel. */
  readonly row: number
  readonly cell: (column: string) => MappingCell
  readonly text: (column: string) => string
}

/** Builds a mapping from the rows of its sheets; reports problems by sheet and row. */
export function mappingOfSheets(sheets: MappingRows): Read {
  const errors: FieldError[] = []
  const refuse = (field: string, message: string, allowed?: string) =>
    errors.push({ field, message, ...(allowed === undefined ? {} : { allowed }) })
  const rowsOf = (name: MappingSheetName): NumberedRow[] => {
    const [headings, ...rows] = sheets[name] ?? []
    if (headings === undefined) {
      if (name !== 'Codes' && name !== 'Conditions') refuse(name, 'is missing', Object.keys(mappingSheets).join(', '))
      return []
    }
    const places = new Map(headings.map((heading, i) => [textOf(heading).trim().toLowerCase(), i]))
    const missing = mappingSheets[name].filter((column) => !places.has(column.toLowerCase()))
    if (missing.length > 0) refuse(`${name}, row 1`, `has no column ${missing.join(', ')}`)
    return rows.flatMap((row, i) => {
      if (row.every((cell) => textOf(cell).trim() === '')) return []
      const cell = (column: string) => row[places.get(column.toLowerCase()) ?? -1] ?? null
      return [{ row: i + 2, cell, text: (column: string) => textOf(cell(column)).trim() }]
    })
  }
  const [settings, fields, inputs, outputs] = (['Settings', 'Fields', 'Inputs', 'Outputs'] as const).map(rowsOf) as [
    NumberedRow[],
    NumberedRow[],
    NumberedRow[],
    NumberedRow[],
  ]
  const codes = grouped(rowsOf('Codes'), 'Code list')
  const conditions = grouped(rowsOf('Conditions'), 'Conditions')
  const layoutRows = { extract: rowsFor(fields, 'extract'), result: rowsFor(fields, 'result') }
  for (const [name, rows] of [
    ['Settings', settings],
    ['Fields', fields],
  ] as const) {
    const known = name === 'Settings' ? ['mapping', 'extract', 'result'] : ['extract', 'result']
    for (const { row, text } of rows) {
      if (!known.includes(text('Layout').toLowerCase()))
        refuse(`${name}, row ${row}`, 'has another layout', known.join(', '))
    }
  }

  const rule = (sheet: string, { row, cell, text }: NumberedRow) => {
    const kind = text('Source').toLowerCase()
    const [codeList, group] = [text('Code list'), text('Conditions')]
    if (codeList !== '' && !codes.has(codeList))
      refuse(`${sheet}, row ${row}`, `names no list of the sheet Codes: ${codeList}`)
    if (group !== '' && !conditions.has(group)) {
      refuse(`${sheet}, row ${row}`, `names no group of the sheet Conditions: ${group}`)
    }
    return {
      from: kind === 'constant' ? { kind, value: cell('Name or value') } : { kind, name: text('Name or value') },
      conversions: listOf(text('Conversions')),
      codes: Object.fromEntries(
        (codes.get(codeList) ?? []).map((code) => [textOf(code.cell('Code')), code.cell('Value') ?? '']),
      ),
      ...(text('Other codes') === '' ? {} : { otherCodes: text('Other codes') }),
      when: (conditions.get(group) ?? []).map((condition) => ({
        field: condition.text('Field'),
        is: condition.text('Is'),
        value: textOf(condition.cell('Value')),
      })),
    }
  }
  const draft = {
    ...settingsOf(settings, 'mapping'),
    extract: { ...settingsOf(settings, 'extract'), fields: fieldsOf(layoutRows.extract) },
    inputs: inputs.map((row) => ({ input: row.text('Input'), ...rule('Inputs', row) })),
    result: { ...settingsOf(settings, 'result'), fields: fieldsOf(layoutRows.result) },
    outputs: outputs.map((row) => ({
      field: row.text('Field'),
      ...rule('Outputs', row),
      ...(row.text('Decimals') === '' ? {} : { decimals: row.cell('Decimals') }),
    })),
  }
  if (errors.length > 0) return { errors }
  const parsed = policyMapping.safeParse(draft)
  if (parsed.success) return { mapping: parsed.data }
  const placeOf = ([part, second, third, ...rest]: readonly PropertyKey[]): string => {
    if (part === 'inputs' || part === 'outputs') {
      const row = (part === 'inputs' ? inputs : outputs)[Number(second)]?.row
      return row === undefined ? titles[part] : `${titles[part]}, row ${row}: ${[third, ...rest].map(String).join('.')}`
    }
    if ((part === 'extract' || part === 'result') && second === 'fields') {
      const row = layoutRows[part][Number(third)]?.row
      return row === undefined ? 'Fields' : `Fields, row ${row}: ${rest.map(String).join('.')}`
    }
    return `Settings: ${[part, second]
      .filter((step) => step !== undefined)
      .map(String)
      .join(' ')}`
  }
  return { errors: parsed.error.issues.map(({ path, message }) => ({ field: placeOf(path), message })) }
}

const titles = { inputs: 'Inputs', outputs: 'Outputs' } as const

function rowsFor(rows: readonly NumberedRow[], layout: string): NumberedRow[] {
  return rows.filter(({ text }) => text('Layout').toLowerCase() === layout)
}

/** The given settings of a layout; omitted ones have their defaults. */
function settingsOf(rows: readonly NumberedRow[], layout: string): Record<string, MappingCell> {
  return Object.fromEntries(
    rowsFor(rows, layout).flatMap(({ cell, text }): [string, MappingCell][] => {
      const [setting, value] = [text('Setting'), cell('Value')]
      // An empty quote character is an empty text; an empty length or key is null.
      if (value === null && setting !== 'recordLength' && setting !== 'recordKey') {
        return setting === 'quote' ? [[setting, '']] : []
      }
      return [[setting, texts.has(setting) ? textOf(value) : value]]
    }),
  )
}

/** Settings that are texts, even if a cell such as 1 was read as a number. */
const texts: ReadonlySet<string> = new Set(['delimiter', 'quote', 'root', 'record', 'encoding', 'format', 'lineEnd'])

function fieldsOf(rows: readonly NumberedRow[]): Record<string, MappingCell>[] {
  return rows.map(({ cell, text }) => ({
    name: text('Name'),
    ...Object.fromEntries(
      (['Start', 'Length', 'Type', 'Decimals', 'Element'] as const).flatMap((column): [string, MappingCell][] =>
        text(column) === '' ? [] : [[column.toLowerCase(), cell(column)]],
      ),
    ),
  }))
}

function grouped(rows: readonly NumberedRow[], column: string): Map<string, NumberedRow[]> {
  return Map.groupBy(rows, ({ text }) => text(column))
}

function listOf(text: string): string[] {
  return text
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

function textOf(cell: MappingCell | undefined): string {
  return cell === null || cell === undefined ? '' : String(cell)
}
