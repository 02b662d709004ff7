import { cellName, MAX_COLS, parseCell, rangeName } from '../model/address.ts'
import type { CellPosition } from '../model/cell.ts'
import type { Sheet } from '../model/workbook.ts'
import { newCellXml, storedValue } from './cell-xml.ts'
import type { CellChange, SheetChanges } from './changes.ts'
import { shiftFormula } from './shift-formula.ts'
import { attributesOf, escapeText, unescapeXml, withAttributes, type XmlToken } from './xml-tokens.ts'

/** Passes a sheet's XML through and rewrites only changed cells. */
export class SheetPatcher {
  /** Formulas were removed, so the calculation chain is out of date. */
  droppedFormula = false
  private readonly sheet: Sheet
  private readonly changes: SheetChanges
  private prefix = ''
  private inData = false
  private row = -1
  private col = -1
  private added = 0
  private rowStyle: number | undefined
  /** The tokens collected for the current cell. */
  private gathered: XmlToken[] | undefined
  /** Shared formulas whose first cell became a value: the next cell gets the text. */
  private readonly orphans = new Map<string, { text: string; cell: CellPosition; ref: string | undefined }>()

  constructor(sheet: Sheet, changes: SheetChanges) {
    this.sheet = sheet
    this.changes = changes
  }

  take(token: XmlToken): string {
    if (this.gathered) return this.gather(token)
    const name = this.localName(token.name)
    if (!this.inData) return name === 'sheetData' && token.kind !== 'close' ? this.beginData(token) : token.raw
    if (name === 'c' && token.kind !== 'close') return this.beginCell(token)
    if (name === 'row') return token.kind === 'close' ? this.endRow() + token.raw : this.beginRow(token)
    if (name === 'sheetData' && token.kind === 'close') {
      this.inData = false
      return this.rowsBefore(Number.POSITIVE_INFINITY) + token.raw
    }
    return token.raw
  }

  /** All elements of the part carry the prefix of the data element, or none. */
  private beginData(token: XmlToken): string {
    this.prefix = token.name.slice(0, token.name.length - 'sheetData'.length)
    if (token.kind === 'open') {
      this.inData = true
      return token.raw
    }
    const rows = this.rowsBefore(Number.POSITIVE_INFINITY)
    return rows === '' ? token.raw : `${opened(token.raw)}${rows}</${token.name}>`
  }

  private beginRow(token: XmlToken): string {
    const attributes = attributesOf(token.raw)
    const number = attributes.get('r')
    const row = number === undefined ? this.row + 1 : Number(number) - 1
    const before = this.rowsBefore(row)
    this.row = row
    this.col = -1
    this.rowStyle = attributes.get('customFormat') === '1' ? Number(attributes.get('s') ?? 0) : undefined
    const tag = this.nextAdded()?.row === row ? withAttributes(token.raw, { spans: undefined }) : token.raw
    if (token.kind === 'open') return before + tag
    const cells = this.endRow()
    return before + (cells === '' ? tag : `${opened(tag)}${cells}</${token.name}>`)
  }

  private beginCell(token: XmlToken): string {
    const reference = attributesOf(token.raw).get('r')
    const position = reference === undefined ? undefined : parseCell(reference)
    this.col = position ? position.col : this.col + 1
    if (position) this.row = position.row
    const before = this.cellsBefore(this.col)
    const change = this.changes.get(this.row, this.col)
    if (!change && this.orphans.size === 0) return before + token.raw
    if (token.kind === 'empty') return before + this.rewrite([token], change)
    this.gathered = [token]
    return before
  }

  private gather(token: XmlToken): string {
    const tokens = this.gathered ?? []
    tokens.push(token)
    if (token.kind !== 'close' || this.localName(token.name) !== 'c') return ''
    this.gathered = undefined
    return this.rewrite(tokens, this.changes.get(this.row, this.col))
  }

  private endRow(): string {
    return this.cellsBefore(MAX_COLS)
  }

  private rewrite(tokens: readonly XmlToken[], change: CellChange | undefined): string {
    const [tag] = tokens
    if (!tag) return ''
    const cell = { row: this.row, col: this.col }
    const formula = elements(tokens, `${this.prefix}f`)
    if (!change)
      return tokens
        .map(({ raw }) => raw)
        .join('')
        .replace(formula, () => this.adopted(formula, cell))
    const drops = change.dropsFormula && formula !== ''
    if (drops) this.abandon(formula, cell)
    const kept = drops ? '' : this.adopted(spilled(formula, change), cell)
    const extensions = elements(tokens, `${this.prefix}extLst`)
    if (change.value === undefined) {
      return tokens
        .map(({ raw }) => raw)
        .join('')
        .replace(formula, () => kept)
    }
    const { type, content } = storedValue(change.value, kept !== '')
    const head = withAttributes(opened(tag.raw), { t: type, vm: undefined, ...(drops ? { cm: undefined } : {}) })
    return `${head}${kept}${content(this.prefix)}${extensions}</${tag.name}>`
  }

  /** Handles a formula that a value replaces; if others share its text, one of them must get it. */
  private abandon(formula: string, cell: CellPosition): void {
    this.droppedFormula = true
    const attributes = attributesOf(openingTag(formula))
    const index = attributes.get('si')
    const text = contentOf(formula)
    if (attributes.get('t') !== 'shared' || index === undefined || text === '') return
    this.orphans.set(index, { text: unescapeXml(text), cell, ref: attributes.get('ref') })
  }

  /** Writes the text of an orphaned shared formula to the first cell that still uses it. */
  private adopted(formula: string, cell: CellPosition): string {
    const attributes = attributesOf(openingTag(formula))
    const index = attributes.get('si')
    const orphan = index === undefined ? undefined : this.orphans.get(index)
    if (!orphan || index === undefined || contentOf(formula) !== '') return formula
    this.orphans.delete(index)
    const tag = withAttributes(opened(openingTag(formula)), { ref: orphan.ref ?? cellName(cell.row, cell.col) })
    return `${tag}${escapeText(shiftFormula(orphan.text, orphan.cell, cell))}</${this.prefix}f>`
  }

  private nextAdded(): SheetChanges['added'][number] | undefined {
    return this.changes.added[this.added]
  }

  private cellsBefore(col: number): string {
    let xml = ''
    for (let next = this.nextAdded(); next && next.row === this.row && next.col < col; next = this.nextAdded()) {
      xml += newCellXml(
        next.row,
        next.col,
        next.value,
        next.style ?? this.rowStyle ?? this.columnStyle(next.col),
        this.prefix,
      )
      this.added++
    }
    return xml
  }

  private rowsBefore(row: number): string {
    let xml = ''
    for (let next = this.nextAdded(); next && next.row < row; next = this.nextAdded()) {
      const current = next.row
      let cells = ''
      for (; next && next.row === current; next = this.nextAdded()) {
        cells += newCellXml(current, next.col, next.value, next.style ?? this.columnStyle(next.col), this.prefix)
        this.added++
      }
      xml += `<${this.prefix}row r="${current + 1}">${cells}</${this.prefix}row>`
    }
    return xml
  }

  private columnStyle(col: number): number {
    return this.sheet.columns.find(({ first, last }) => col >= first && col <= last)?.style ?? 0
  }

  private localName(name: string): string {
    return name.slice(name.indexOf(':') + 1)
  }
}

/** The raw text of the first element of this name, or an empty string. */
function elements(tokens: readonly XmlToken[], name: string): string {
  const start = tokens.findIndex((token) => token.name === name && token.kind !== 'close')
  if (start < 0) return ''
  if (tokens[start]?.kind === 'empty') return tokens[start].raw
  const end = tokens.findIndex((token, index) => index > start && token.name === name && token.kind === 'close')
  return tokens
    .slice(start, end + 1)
    .map(({ raw }) => raw)
    .join('')
}

function spilled(formula: string, change: CellChange): string {
  if (!change.spill) return formula
  const tag = openingTag(formula)
  return withAttributes(tag, { ref: rangeName(change.spill) }) + formula.slice(tag.length)
}

function openingTag(element: string): string {
  return /^<[^>]*>/.exec(element)?.[0] ?? ''
}

function contentOf(element: string): string {
  const tag = openingTag(element)
  return tag.endsWith('/>') ? '' : element.slice(tag.length, element.lastIndexOf('</'))
}

/** `<c r="A1"/>` as `<c r="A1">`. */
function opened(tag: string): string {
  return tag.endsWith('/>') ? `${tag.slice(0, -2).trimEnd()}>` : tag
}
