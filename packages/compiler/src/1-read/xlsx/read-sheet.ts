import { errorFromCode, type Scalar } from '@sheetwright/runtime/values.ts'
import { MAX_COLS, parseCell, parseRange } from '../../model/address.ts'
import type { CellPosition, DataTableFormula, Formula, NormalFormula, RegionFormula } from '../../model/cell.ts'
import type { Sheet } from '../../model/workbook.ts'
import { charactersOf, standardWidth } from '../column-width.ts'
import type { TextList } from '../far-store.ts'
import type { SheetBuilder } from '../sheet-builder.ts'
import { type Attributes, flag, numeric, unescapeText, whole, type XmlHandler } from '../xml.ts'
import { isoToSerial } from './iso-date.ts'
import type { CellMetadata } from './read-metadata.ts'
import { validationFrom } from './read-validation.ts'

/** The shared data that cells of every sheet refer to. */
export interface SheetSurroundings {
  readonly strings: TextList
  readonly styleCount: number
  readonly metadata: CellMetadata
  readonly date1904: boolean
}

/** The text being collected. */
type Target = 'none' | 'value' | 'formula' | 'inline' | 'formula1' | 'formula2' | 'list' | 'ranges'

/**
 * Handles a worksheet part element by element. Each cell goes to the builder when its element closes, so memory grows
 * with the cells, not the XML.
 */
export class SheetHandler implements XmlHandler {
  /** Relationship ids of the sheet's tables, in order. */
  readonly tableIds: string[] = []
  private readonly builder: SheetBuilder
  private readonly around: SheetSurroundings

  private row = -1
  private col = -1
  private inCell = false
  private cell: Attributes = {}
  private formula: Attributes | undefined
  private formulaText = ''
  private value: string | undefined
  private inline: string | undefined
  private inPhonetic = false
  private target: Target = 'none'

  private readonly masters = new Map<string, NormalFormula>()
  /** Cells of shared formulas whose text has not been read yet. */
  private readonly waiting: { row: number; col: number; index: string; saved: Scalar | undefined; style: number }[] = []

  private validation: Attributes | undefined
  private validationTexts = { formula1: '', formula2: '', list: '', ranges: '' }
  private filterRange: string | undefined
  private inFilter = false
  /** Custom views repeat panes and filters that are not in effect. */
  private inCustomViews = false
  private filtered = false

  constructor(builder: SheetBuilder, around: SheetSurroundings) {
    this.builder = builder
    this.around = around
  }

  open(name: string, attributes: Attributes): void {
    if (this.inCell) this.openInCell(name, attributes)
    else if (name === 'customSheetViews') this.inCustomViews = true
    else if (!this.inCustomViews) this.openOutside(name, attributes)
  }

  close(name: string): void {
    if (this.inCell) this.closeInCell(name)
    else if (name === 'customSheetViews') this.inCustomViews = false
    else this.closeOutside(name)
  }

  text(text: string): void {
    switch (this.target) {
      case 'none':
        return
      case 'value':
        this.value = this.value === undefined ? text : this.value + text
        return
      case 'formula':
        this.formulaText += text
        return
      case 'inline':
        this.inline = (this.inline ?? '') + text
        return
      case 'formula1':
      case 'formula2':
      case 'list':
      case 'ranges':
        this.validationTexts[this.target] += text
    }
  }

  finish(): void {
    for (const { row, col, index, saved, style } of this.waiting) {
      const master = this.masters.get(index)
      if (master) this.builder.formula(row, col, master, saved, style)
      else {
        this.builder.note('SHARED_FORMULA_WITHOUT_MASTER', { index }, { row, col })
        this.builder.formula(row, col, { kind: 'normal', text: '', row, col }, saved, style)
      }
    }
    if (this.filterRange === undefined) return
    const range = parseRange(this.filterRange)
    this.builder.autoFilter = range
    if (range && this.filtered) this.builder.filter(range)
  }

  private openInCell(name: string, attributes: Attributes): void {
    switch (name) {
      case 'v':
        this.target = 'value'
        this.value ??= ''
        return
      case 'f':
        this.target = 'formula'
        this.formula = attributes
        return
      case 't':
        if (this.inPhonetic) return
        this.target = 'inline'
        this.inline ??= ''
        return
      case 'rPh':
        this.inPhonetic = true
    }
  }

  private closeInCell(name: string): void {
    if (name === 'c') {
      this.finishCell()
      this.inCell = false
    } else if (name === 'rPh') this.inPhonetic = false
    else if (name === 'v' || name === 'f' || name === 't') this.target = 'none'
  }

  private openOutside(name: string, attributes: Attributes): void {
    switch (name) {
      case 'c':
        this.startCell(attributes)
        return
      case 'row':
        this.startRow(attributes)
        return
      case 'col':
        this.readColumn(attributes)
        return
      case 'mergeCell': {
        const range = parseRange(attributes.ref ?? '')
        if (range) this.builder.merge(range)
        return
      }
      case 'dataValidation':
        this.validation = attributes
        this.validationTexts = { formula1: '', formula2: '', list: '', ranges: attributes.sqref ?? '' }
        return
      case 'formula1':
      case 'formula2':
      case 'list':
        if (this.validation) this.target = name
        return
      case 'sqref':
        if (this.validation) this.target = 'ranges'
        return
      case 'autoFilter':
        this.inFilter = true
        this.filterRange ??= attributes.ref
        return
      case 'filterColumn':
        if (this.inFilter) this.filtered = true
        return
      case 'sheetPr':
        this.builder.textIsZero = flag(attributes.transitionEvaluation)
        this.filtered ||= flag(attributes.filterMode)
        return
      case 'sheetFormatPr':
        this.readFormat(attributes)
        return
      case 'sheetView':
        this.builder.showGridLines = flag(attributes.showGridLines, true)
        this.builder.rightToLeft = flag(attributes.rightToLeft)
        return
      case 'pane':
        this.builder.frozen = frozenPane(attributes) ?? this.builder.frozen
        return
      case 'tablePart': {
        const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1]
        if (id !== undefined) this.tableIds.push(id)
      }
    }
  }

  private closeOutside(name: string): void {
    switch (name) {
      case 'formula1':
      case 'formula2':
      case 'list':
      case 'sqref':
        this.target = 'none'
        return
      case 'autoFilter':
        this.inFilter = false
        return
      case 'dataValidation': {
        if (!this.validation) return
        const validation = validationFrom({ attributes: this.validation, ...this.validationTexts })
        if (validation) this.builder.validation(validation)
        this.validation = undefined
      }
    }
  }

  private startRow(attributes: Attributes): void {
    const number = whole(attributes.r)
    this.row = number === undefined ? this.row + 1 : number - 1
    this.col = -1
    if (attributes.hidden === undefined && attributes.ht === undefined && attributes.s === undefined) return
    const height = numeric(attributes.ht)
    this.builder.row(this.row, {
      height,
      isFitted: !flag(attributes.customHeight) && !flag(attributes.hidden),
      hidden: flag(attributes.hidden) || height === 0,
      style: flag(attributes.customFormat) ? this.style(attributes.s) : undefined,
    })
  }

  private startCell(attributes: Attributes): void {
    this.inCell = true
    this.cell = attributes
    this.formula = undefined
    this.formulaText = ''
    this.value = undefined
    this.inline = undefined
    if (attributes.r === undefined) this.col++
    else this.moveTo(attributes.r)
  }

  private moveTo(reference: string): void {
    const position = decodeCell(reference)
    if (position < 0) {
      this.builder.note('CELL_OUTSIDE_GRID', { reference })
      this.inCell = true
      this.col = -2
      return
    }
    this.row = Math.floor(position / MAX_COLS)
    this.col = position % MAX_COLS
  }

  private finishCell(): void {
    if (this.col < 0) {
      this.col = -1
      return
    }
    const style = this.style(this.cell.s)
    const value = this.readValue()
    if (this.formula) this.finishFormula(this.formula, value, style)
    else this.builder.constant(this.row, this.col, value ?? null, style)
  }

  private finishFormula(attributes: Attributes, saved: Scalar | undefined, style: number): void {
    const { row, col } = this
    const text = unescapeText(this.formulaText)
    if (attributes.t === 'shared' && text === '') {
      this.finishShared(attributes.si ?? '', saved, style)
      return
    }
    const formula = this.formulaFrom(attributes, text)
    if (formula === undefined) this.builder.constant(row, col, saved ?? null, style)
    else this.builder.formula(row, col, formula, saved, style)
  }

  private finishShared(index: string, saved: Scalar | undefined, style: number): void {
    const { row, col } = this
    const master = this.masters.get(index)
    if (master) this.builder.formula(row, col, master, saved, style)
    else this.waiting.push({ row, col, index, saved, style })
  }

  private formulaFrom(attributes: Attributes, text: string): Formula | undefined {
    const { row, col } = this
    const range = parseRange(attributes.ref ?? '') ?? { top: row, left: col, bottom: row, right: col }
    if (attributes.t === 'dataTable') {
      const region: DataTableFormula = { kind: 'dataTable', range, inputs: dataTableInputs(attributes) }
      this.builder.region(region)
      return region
    }
    if (text === '') return undefined
    if (attributes.t === 'array') {
      const kind = this.around.metadata.isDynamic(whole(this.cell.cm)) ? 'dynamic' : 'array'
      const region: RegionFormula = { kind, text, row, col, range }
      this.builder.region(region)
      return region
    }
    const formula: NormalFormula = { kind: 'normal', text, row, col }
    if (attributes.t === 'shared') this.masters.set(attributes.si ?? '', formula)
    return formula
  }

  private readValue(): Scalar | undefined {
    const { value, inline } = this
    switch (this.cell.t ?? 'n') {
      case 's':
        return value === undefined ? undefined : this.sharedString(value)
      case 'str':
        return value === undefined ? undefined : unescapeText(value)
      case 'inlineStr':
        return inline === undefined ? undefined : unescapeText(inline)
      case 'b':
        return value === undefined || value === '' ? undefined : flag(value)
      case 'e':
        return value === undefined || value === '' ? undefined : this.error(value)
      case 'd':
        return value === undefined || value === '' ? undefined : this.date(value)
      default:
        return value === undefined || value === '' ? undefined : this.number(value)
    }
  }

  private number(text: string): number | undefined {
    const number = Number(text)
    if (Number.isFinite(number) && text.trim() !== '') return number
    return this.unreadable('number', text)
  }

  private sharedString(text: string): string | undefined {
    const index = whole(text)
    const shared = index === undefined ? undefined : this.around.strings.at(index)
    return shared ?? this.unreadable('shared text', text)
  }

  private error(text: string): Scalar | undefined {
    const rich = this.around.metadata.errorOf(whole(this.cell.vm))
    return rich ?? errorFromCode(text) ?? this.unreadable('error value', text)
  }

  private date(text: string): number | undefined {
    return isoToSerial(text, this.around.date1904) ?? this.unreadable('date', text)
  }

  private unreadable(type: string, text: string): undefined {
    this.builder.note('VALUE_UNREADABLE', { type, text: text.slice(0, 100) }, { row: this.row, col: this.col })
    return undefined
  }

  private style(attribute: string | undefined): number {
    if (attribute === undefined) return 0
    const index = whole(attribute) ?? 0
    return index < this.around.styleCount ? index : 0
  }

  private readColumn(attributes: Attributes): void {
    const first = whole(attributes.min)
    const last = whole(attributes.max)
    if (first === undefined || last === undefined || first < 1 || last < first || first > MAX_COLS) return
    this.builder.column({
      first: first - 1,
      last: Math.min(last, MAX_COLS) - 1,
      width: shownWidth(attributes.width),
      hidden: flag(attributes.hidden),
      style: this.style(attributes.style),
    })
  }

  private readFormat(attributes: Attributes): void {
    const base = numeric(attributes.baseColWidth)
    const width = shownWidth(attributes.defaultColWidth) ?? (base === undefined ? undefined : standardWidth(base))
    if (width !== undefined) this.builder.defaultColumnWidth = width
    const height = numeric(attributes.defaultRowHeight)
    if (height !== undefined) this.builder.defaultRowHeight = height
  }
}

/** The kind of sheet that a relationship type stands for. */
export function sheetKind(relationshipType: string): Sheet['kind'] {
  if (relationshipType === 'chartsheet') return 'chart'
  if (relationshipType === 'dialogsheet') return 'dialog'
  return /macrosheet$/i.test(relationshipType) ? 'macro' : 'worksheet'
}

function frozenPane(attributes: Attributes): Sheet['frozen'] {
  if (attributes.state !== 'frozen' && attributes.state !== 'frozenSplit') return undefined
  return { rows: whole(attributes.ySplit) ?? 0, cols: whole(attributes.xSplit) ?? 0 }
}

function dataTableInputs(attributes: Attributes): DataTableFormula['inputs'] {
  const first = flag(attributes.del1) ? undefined : inputCell(attributes.r1)
  const second = flag(attributes.del2) ? undefined : inputCell(attributes.r2)
  if (flag(attributes.dt2D)) return { shape: 'both', rowInput: first, columnInput: second }
  return flag(attributes.dtr) ? { shape: 'row', rowInput: first } : { shape: 'column', columnInput: first }
}

function inputCell(reference: string | undefined): CellPosition | undefined {
  return reference === undefined ? undefined : parseCell(reference)
}

/**
 * Row times MAX_COLS plus column of an A1 reference without `$`, or -1. Runs for every cell, so it uses no regular
 * expression.
 */
function decodeCell(reference: string): number {
  let at = 0
  let col = 0
  for (; at < reference.length; at++) {
    const letter = (reference.charCodeAt(at) | 32) - 96
    if (letter < 1 || letter > 26) break
    col = col * 26 + letter
  }
  let row = 0
  for (let digits = at; digits < reference.length; digits++) {
    const digit = reference.charCodeAt(digits) - 48
    if (digit < 0 || digit > 9) return -1
    row = row * 10 + digit
  }
  if (at === 0 || at > 3 || col > MAX_COLS || row < 1 || row > 1_048_576) return -1
  return (row - 1) * MAX_COLS + col - 1
}

function shownWidth(stored: string | undefined): number | undefined {
  const width = numeric(stored)
  return width === undefined ? undefined : charactersOf(width)
}
