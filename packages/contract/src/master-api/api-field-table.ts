import { type ApiField, apiField } from './master-api-definition.ts'

/** The columns of a definition's sheet, in order. */
export const apiColumns = [
  'API name',
  'Direction',
  'Type',
  'Unit',
  'Required',
  'Allowed values',
  'Minimum',
  'Maximum',
  'Description',
  'Section',
  'Label (English)',
  'Label (Japanese)',
  'Deprecated since',
] as const

export interface WrongRow {
  readonly row: number
  readonly column: string
  readonly message: string
}

const yes: ReadonlySet<string> = new Set(['true', 'yes', '1', 'x', 'y', 'required', 'はい'])

/** A definition as rows of text, without headings. */
export function rowsOfFields(fields: readonly ApiField[]): string[][] {
  return fields.map((field) => [
    field.name,
    field.direction,
    field.type,
    field.unit,
    field.required ? 'yes' : '',
    field.allowedValues.join('; '),
    field.min === null ? '' : String(field.min),
    field.max === null ? '' : String(field.max),
    field.description,
    field.section,
    field.labelEn,
    field.labelJa,
    field.deprecatedSince,
  ])
}

/** The fields parsed from rows of text, in column order, and their problems. Rows count from 1. */
export function fieldsOfRows(rows: readonly (readonly string[])[]): { fields: ApiField[]; wrong: WrongRow[] } {
  const fields: ApiField[] = []
  const wrong: WrongRow[] = []
  const seen = new Set<string>()
  rows.forEach((cells, index) => {
    const row = index + 1
    const at = (i: number) => (cells[i] ?? '').trim()
    if (cells.every((cell) => cell.trim() === '')) return
    const limit = (i: number) => (at(i) === '' ? null : Number(at(i)))
    const parsed = apiField.safeParse({
      name: at(0),
      direction: at(1).toLowerCase(),
      type: at(2).toLowerCase(),
      unit: at(3),
      required: yes.has(at(4).toLowerCase()),
      allowedValues: at(5)
        .split(/[;；\n]/)
        .map((value) => value.trim())
        .filter((value) => value !== ''),
      min: limit(6),
      max: limit(7),
      description: at(8),
      section: at(9),
      labelEn: at(10),
      labelJa: at(11),
      deprecatedSince: at(12),
    })
    if (!parsed.success) {
      for (const { path, message } of parsed.error.issues) {
        wrong.push({ row, column: columnOf[String(path[0])] ?? String(path[0]), message })
      }
      return
    }
    const key = `${parsed.data.direction} ${parsed.data.name.toLowerCase()}`
    if (seen.has(key)) wrong.push({ row, column: 'API name', message: `${parsed.data.name} stands twice` })
    seen.add(key)
    fields.push(parsed.data)
  })
  return { fields, wrong }
}

const columnOf: Readonly<Record<string, string>> = {
  name: 'API name',
  direction: 'Direction',
  type: 'Type',
  unit: 'Unit',
  required: 'Required',
  allowedValues: 'Allowed values',
  min: 'Minimum',
  max: 'Maximum',
  description: 'Description',
  section: 'Section',
  labelEn: 'Label (English)',
  labelJa: 'Label (Japanese)',
  deprecatedSince: 'Deprecated since',
}
