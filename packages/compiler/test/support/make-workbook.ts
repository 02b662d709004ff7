import type { Scalar } from '@sheetwright/runtime/values.ts'
import { type Range, parseCell, parseRange } from '../../src/model/address.ts'
import { CellTableBuilder } from '../../src/model/cell-table.ts'
import { type CellStyle, plainStyle } from '../../src/model/style.ts'
import type { Cell, DataTableFormula, RegionFormula } from '../../src/model/cell.ts'
import type { CalculationSettings, DefinedName, Sheet, Table, Workbook } from '../../src/model/workbook.ts'

/** `=text` is a formula, `{=text}` in `A1:B2` an array formula, `#=text` a dynamic one; anything else is a constant. */
export interface SheetContent {
  readonly [address: string]: Scalar
}

export interface WorkbookContent {
  readonly sheets: Readonly<Record<string, SheetContent>>
  readonly names?: Readonly<Record<string, string>>
  readonly tables?: readonly Table[]
  readonly calculation?: Partial<CalculationSettings>
  readonly date1904?: boolean
  readonly dataTables?: readonly {
    readonly sheet: string
    readonly range: string
    readonly inputs: DataTableFormula['inputs']
  }[]
  readonly formats?: Readonly<Record<string, string>>
  readonly styles?: Readonly<Record<string, Partial<CellStyle>>>
  /** The values that the file keeps for its formulas. */
  readonly saved?: Readonly<Record<string, Scalar>>
}

/** A workbook as the reader makes it, from a short description. */
export function makeWorkbook(content: WorkbookContent): Workbook {
  const styles: CellStyle[] = [plainStyle]
  const sheets = Object.entries(content.sheets).map(([name, cells]) => makeSheet(name, cells, content, styles))
  return {
    format: 'xlsx',
    grid: { rows: 1_048_576, cols: 16_384 },
    date1904: content.date1904 ?? false,
    calculation: {
      mode: 'auto',
      iterate: false,
      iterateCount: 100,
      iterateDelta: 0.001,
      fullPrecision: true,
      compatibilityVersion: 1,
      ...content.calculation,
    },
    sheets,
    names: Object.entries(content.names ?? {}).map(([name, text]) =>
      definedName(name, text, Object.keys(content.sheets)),
    ),
    tables: content.tables ?? [],
    externalLinks: [],
    styles,
    properties: {
      title: undefined,
      creator: undefined,
      lastModifiedBy: undefined,
      created: undefined,
      modified: undefined,
      application: undefined,
      applicationVersion: undefined,
      custom: new Map(),
    },
    country: undefined,
    hasVba: false,
  }
}

function definedName(key: string, text: string, sheetNames: readonly string[]): DefinedName {
  const [scope, local] = key.includes('!') ? key.split('!') : [undefined, key]
  return {
    name: local ?? key,
    sheet: scope === undefined ? undefined : sheetNames.indexOf(scope),
    text,
    comment: undefined,
    hidden: false,
    macro: 'none',
  }
}

function makeSheet(name: string, content: SheetContent, workbook: WorkbookContent, styles: CellStyle[]): Sheet {
  const builder = new CellTableBuilder()
  const regions: RegionFormula[] = []
  const styleOf = (address: string): number => {
    const key = `${name}!${address}`
    const numberFormat = workbook.formats?.[key]
    const style = numberFormat === undefined ? workbook.styles?.[key] : { numberFormat }
    return style === undefined ? 0 : styles.push({ ...plainStyle, ...style }) - 1
  }
  for (const [address, value] of Object.entries(content)) {
    const range = parseRange(address)
    if (!range) throw new Error(`not an address: ${address}`)
    const { top: row, left: col } = range
    const style = styleOf(address)
    if (typeof value !== 'string' || !/^(?:=|\{=|#=)/.test(value)) {
      fill(builder, range, { kind: 'constant', value, style })
    } else if (value.startsWith('=')) {
      fill(builder, range, {
        kind: 'formula',
        formula: { kind: 'normal', text: value.slice(1), row, col },
        saved: workbook.saved?.[`${name}!${address}`],
        style,
      })
    } else {
      const kind = value.startsWith('#=') ? 'dynamic' : 'array'
      const text = kind === 'dynamic' ? value.slice(2) : value.slice(2, -1)
      const formula: RegionFormula = { kind, text, row, col, range }
      regions.push(formula)
      fill(builder, range, { kind: 'formula', formula, saved: workbook.saved?.[`${name}!${address}`], style })
    }
  }
  for (const table of workbook.dataTables ?? []) {
    const range = table.sheet === name ? parseRange(table.range) : undefined
    if (!range) continue
    const formula: RegionFormula = { kind: 'dataTable', range, inputs: table.inputs }
    regions.push(formula)
    fill(builder, range, { kind: 'formula', formula, saved: undefined, style: 0 })
  }
  const cells = builder.build()
  return {
    name,
    kind: 'worksheet',
    visibility: 'visible',
    cells,
    used: usedRange(content),
    regions,
    merges: [],
    columns: [],
    rows: new Map(),
    defaultColumnWidth: 8.43,
    defaultRowHeight: 15,
    autoFilter: undefined,
    validations: [],
    showGridLines: true,
    rightToLeft: false,
    textIsZero: false,
    frozen: undefined,
  }
}

function fill(builder: CellTableBuilder, range: Range, cell: Cell): void {
  for (let row = range.top; row <= range.bottom; row++)
    for (let col = range.left; col <= range.right; col++) builder.set(row, col, cell)
}

function usedRange(content: SheetContent): Range | undefined {
  const ranges = Object.keys(content).flatMap((address) => parseRange(address) ?? [])
  if (ranges.length === 0) return undefined
  return {
    top: Math.min(...ranges.map((range) => range.top)),
    left: Math.min(...ranges.map((range) => range.left)),
    bottom: Math.max(...ranges.map((range) => range.bottom)),
    right: Math.max(...ranges.map((range) => range.right)),
  }
}

/** `Sheet1!B2` as indexes. */
export function position(workbook: Workbook, address: string): { sheet: number; row: number; col: number } {
  const mark = address.lastIndexOf('!')
  const name = mark < 0 ? workbook.sheets[0]?.name : address.slice(0, mark)
  const cell = parseCell(address.slice(mark + 1))
  const sheet = workbook.sheets.findIndex((entry) => entry.name === name)
  if (!cell || sheet < 0) throw new Error(`no such cell: ${address}`)
  return { sheet, ...cell }
}
