import type {
  BlockColumn,
  Port,
  PortPlace,
  PortValidation,
  Solve,
  ValidationPort,
} from '@sheetwright/runtime/engine/ports.ts'
import type { Scalar } from '@sheetwright/runtime/values.ts'
import type { Diagnostics } from '../../diagnostics/diagnostics.ts'
import { rangeName } from '../../model/address.ts'
import type { DefinedName } from '../../model/workbook.ts'
import type { BoundWorkbook } from '../bind-workbook.ts'
import type { RangePort, ReferencePort, WorkbookInterface } from './interface.ts'
import { placeOfName } from './place-of-name.ts'
import { unknownLocale } from './locale-of.ts'
import { readProperties } from './properties.ts'
import { unknownTimeZone } from './time-zone-of.ts'
import { labelText, numberFormatOf, savedValue } from './saved-cells.ts'
import { readSolve } from './solve-block.ts'
import { valueType } from './value-type.ts'

const PREFIX = /^X(input|output|validate|solve|report|image|ref)_(.+)$/i
type PortKind = 'input' | 'output' | 'validate' | 'solve' | 'report' | 'image' | 'ref'

const METADATA = 'metadata'

interface Declared {
  readonly kind: PortKind
  readonly name: string
  readonly subservice: string | undefined
  readonly definition: DefinedName
  readonly place: PortPlace
}

/**
 * Finds the interface that a workbook declares through defined names. Reports every problem with the name's cells and a
 * fix.
 */
export function findPorts(bound: BoundWorkbook, diagnostics: Diagnostics): WorkbookInterface {
  const declared = collect(bound, diagnostics)
  const ports = (kind: 'input' | 'output') =>
    declared.flatMap((entry) => (entry.kind === kind ? (makePort(bound, entry, diagnostics) ?? []) : []))
  const inputs = ports('input')
  const outputs = ports('output')
  const ranges = (kind: PortKind): RangePort[] =>
    declared.flatMap((entry) => (entry.kind === kind ? [rangePort(bound, entry)] : []))
  const properties = readProperties(bound.workbook)
  const locale = unknownLocale(properties)
  if (locale !== undefined) diagnostics.add('LOCALE_UNKNOWN', { locale })
  const timeZone = unknownTimeZone(properties)
  if (timeZone !== undefined) diagnostics.add('TIME_ZONE_UNKNOWN', { timeZone })
  return {
    inputs: inputs.filter(({ subservice }) => subservice === undefined),
    outputs: outputs.filter(({ subservice }) => subservice === undefined),
    subservices: subservices(inputs, outputs),
    metadata: outputs.filter(({ subservice }) => subservice?.toLowerCase() === METADATA),
    validations: declared.flatMap((entry): ValidationPort[] =>
      entry.kind === 'validate' ? [{ name: entry.name, place: entry.place }] : [],
    ),
    solves: declared
      .flatMap((entry): Solve[] => {
        const solve = entry.kind === 'solve' ? readSolve(bound, entry.name, entry.place, diagnostics) : undefined
        return solve ? [solve] : []
      })
      .toSorted((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1)),
    reports: ranges('report'),
    images: ranges('image'),
    references: declared.flatMap((entry) =>
      entry.kind === 'ref' ? (referencePort(bound, entry, diagnostics) ?? []) : [],
    ),
    properties,
  }
}

function collect(bound: BoundWorkbook, diagnostics: Diagnostics): Declared[] {
  const { workbook } = bound
  const found: Declared[] = []
  const seen = new Set<string>()
  for (const definition of workbook.names) {
    const match = PREFIX.exec(definition.name)
    if (!match?.[1] || !match[2]) continue
    const kind = match[1].toLowerCase() as PortKind
    const where = { sheet: definition.sheet === undefined ? undefined : workbook.sheets[definition.sheet]?.name }
    const place = placeOfName(bound, definition)
    if (!place) {
      diagnostics.add('PORT_NOT_A_RANGE', { name: definition.name, text: definition.text }, where)
      continue
    }
    const key = `${kind}_${match[2].toLowerCase()}`
    if (seen.has(key)) {
      diagnostics.add('PORT_DECLARED_TWICE', { name: definition.name }, placeText(bound, place))
      continue
    }
    seen.add(key)
    found.push({ kind, ...splitName(kind, match[2]), definition, place })
  }
  return found
}

/** `sub.name` belongs to a subservice; only inputs and outputs have subservices. */
function splitName(kind: PortKind, text: string): { name: string; subservice: string | undefined } {
  const dot = kind === 'input' || kind === 'output' ? text.indexOf('.') : -1
  if (dot <= 0 || dot === text.length - 1) return { name: text, subservice: undefined }
  return { name: text.slice(dot + 1), subservice: text.slice(0, dot) }
}

function placeText(bound: BoundWorkbook, { sheet, range }: PortPlace): { sheet: string | undefined; cell: string } {
  return { sheet: bound.workbook.sheets[sheet]?.name, cell: rangeName(range) }
}

function makePort(bound: BoundWorkbook, entry: Declared, diagnostics: Diagnostics): Port | undefined {
  const { name, subservice, place, definition } = entry
  const { sheet, range } = place
  const base = { name, subservice, place, description: describe(bound, definition, place) }
  if (range.top === range.bottom && range.left === range.right) {
    const value = savedValue(bound.workbook, sheet, range.top, range.left)
    const numberFormat = numberFormatOf(bound.workbook, sheet, range.top, range.left)
    if (entry.kind === 'input') warnIfComputed(bound, entry, diagnostics)
    return {
      ...base,
      shape: 'cell',
      type: definition.portType ?? valueType(numberFormat, value),
      numberFormat,
      default: value,
      validation: validationAt(bound, sheet, range.top, range.left),
    }
  }
  const columns = blockColumns(bound, entry, diagnostics)
  if (!columns) return undefined
  const defaults: Scalar[][] = []
  for (let row = range.top + 1; row <= range.bottom; row++) {
    defaults.push(columns.map((_, index) => savedValue(bound.workbook, sheet, row, range.left + index)))
  }
  return { ...base, shape: 'block', columns, defaults }
}

/** Warns that an input's formula is lost when a caller gives a value. */
function warnIfComputed(bound: BoundWorkbook, { definition, place }: Declared, diagnostics: Diagnostics): void {
  const cell = bound.workbook.sheets[place.sheet]?.cells.get(place.range.top, place.range.left)
  if (cell?.kind === 'formula') diagnostics.add('INPUT_IS_FORMULA', { name: definition.name }, placeText(bound, place))
}

function blockColumns(bound: BoundWorkbook, entry: Declared, diagnostics: Diagnostics): BlockColumn[] | undefined {
  const { sheet, range } = entry.place
  const where = placeText(bound, entry.place)
  if (range.top === range.bottom) {
    diagnostics.add('BLOCK_WITHOUT_ROWS', { name: entry.definition.name }, where)
    return undefined
  }
  const columns: BlockColumn[] = []
  const seen = new Set<string>()
  for (let col = range.left; col <= range.right; col++) {
    const heading = labelText(savedValue(bound.workbook, sheet, range.top, col))
    if (heading === undefined || seen.has(heading.toLowerCase())) {
      diagnostics.add(
        heading === undefined ? 'BLOCK_HEADING_MISSING' : 'BLOCK_HEADING_TWICE',
        { name: entry.definition.name, heading: heading ?? '' },
        { sheet: where.sheet, cell: rangeName({ top: range.top, bottom: range.top, left: col, right: col }) },
      )
      return undefined
    }
    seen.add(heading.toLowerCase())
    const numberFormat = numberFormatOf(bound.workbook, sheet, range.top + 1, col)
    const type = valueType(numberFormat, firstFilled(bound, entry.place, col))
    columns.push({ heading, type, numberFormat })
  }
  return columns
}

/** The first value below a heading. */
function firstFilled(bound: BoundWorkbook, { sheet, range }: PortPlace, col: number): Scalar {
  for (let row = range.top + 1; row <= range.bottom; row++) {
    const value = savedValue(bound.workbook, sheet, row, col)
    if (value !== null) return value
  }
  return null
}

/** The name's comment, else the text of the cell to the left. */
function describe(bound: BoundWorkbook, definition: DefinedName, { sheet, range }: PortPlace): string | undefined {
  const comment = definition.comment?.trim()
  if (comment) return comment
  if (range.left === 0) return undefined
  const beside = savedValue(bound.workbook, sheet, range.top, range.left - 1)
  return typeof beside === 'string' && beside.trim() !== '' ? beside.trim() : undefined
}

function validationAt(bound: BoundWorkbook, sheet: number, row: number, col: number): PortValidation | undefined {
  const rule = bound.workbook.sheets[sheet]?.validations.find(({ ranges }) =>
    ranges.some((range) => row >= range.top && row <= range.bottom && col >= range.left && col <= range.right),
  )
  const first = rule?.ranges[0]
  return rule && first && rule.type !== 'any' ? { rule, home: { sheet, row: first.top, col: first.left } } : undefined
}

function rangePort(bound: BoundWorkbook, { name, place, definition }: Declared): RangePort {
  return { name, place, description: describe(bound, definition, place) }
}

function referencePort(bound: BoundWorkbook, entry: Declared, diagnostics: Diagnostics): ReferencePort | undefined {
  const columns = blockColumns(bound, entry, diagnostics)
  if (!columns) return undefined
  // The comment names the master to choose, so the cell beside the table describes nothing.
  return {
    name: entry.name,
    place: entry.place,
    description: entry.definition.comment?.trim() || undefined,
    headings: columns.map(({ heading }) => heading),
  }
}

function subservices(inputs: readonly Port[], outputs: readonly Port[]): WorkbookInterface['subservices'] {
  const names = new Map<string, string>()
  for (const { subservice } of [...inputs, ...outputs]) {
    if (subservice !== undefined && subservice.toLowerCase() !== METADATA && !names.has(subservice.toLowerCase())) {
      names.set(subservice.toLowerCase(), subservice)
    }
  }
  const of = (ports: readonly Port[], key: string) =>
    ports.filter(({ subservice }) => subservice?.toLowerCase() === key)
  return [...names].map(([key, name]) => ({ name, inputs: of(inputs, key), outputs: of(outputs, key) }))
}
