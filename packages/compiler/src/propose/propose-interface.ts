import type { ValueType } from '@sheetwright/runtime/engine/ports.ts'
import type { Scalar } from '@sheetwright/runtime/values.ts'
import { ExcelError } from '@sheetwright/runtime/values.ts'
import type { BoundWorkbook } from '../3-bind/bind-workbook.ts'
import { placeOfName } from '../3-bind/ports/place-of-name.ts'
import { savedValue } from '../3-bind/ports/saved-cells.ts'
import { valueType } from '../3-bind/ports/value-type.ts'
import { listReadingFormulas, type ReadingFormula } from '../4-analyse/reading-formulas.ts'
import { ReadCounts } from '../4-analyse/read-counts.ts'
import type { Range } from '../model/address.ts'
import type { ConstantCell } from '../model/cell.ts'
import { type CellStyle, plainStyle } from '../model/style.ts'
import { markText } from '../3-bind/ports/marked-ports.ts'
import { findBlocks } from './blocks.ts'
import { type CellLabels, labelsOf, nameOfLabel, unitOf } from './labels.ts'
import { looksLikeInput, looksLikeResult } from './look-of-cell.ts'
import { isResultLabel } from './result-labels.ts'
import { Reach } from './reach.ts'

/** Why something is proposed, or proposed with doubt. */
type ProposalReason =
  | 'label'
  | 'name'
  | 'validation'
  | 'inputLook'
  | 'unlocked'
  | 'read'
  | 'notRead'
  | 'resultLabel'
  | 'resultLook'
  | 'dependsOnInputs'
  | 'table'
  | 'noLabel'
  | 'lookupTable'
  | 'seriesOfCells'
  | 'hiddenSheet'
  | 'errorSaved'

export interface ProposedPort {
  readonly kind: 'input' | 'output'
  readonly name: string
  /** `Sheet1!B3` or, for a block with headings, `Sheet1!B3:D9` */
  readonly cell: string
  readonly shape: 'cell' | 'block'
  readonly description: string
  readonly unit: string | undefined
  readonly type: ValueType
  /** The saved value; null for a block. */
  readonly value: Scalar
  /** 0 to 1. */
  readonly confidence: number
  readonly reasons: readonly ProposalReason[]
}

export interface InterfaceProposal {
  readonly inputs: readonly ProposedPort[]
  readonly outputs: readonly ProposedPort[]
}

/** From this confidence on, a proposal is accepted by default. */
export const SURE = 0.6
/** More proposals are useless to a person who has to check each. */
const MOST_PROPOSALS = 200

interface Found {
  readonly place: { readonly sheet: number; readonly range: Range }
  readonly port: Omit<ProposedPort, 'name' | 'description' | 'cell'>
  readonly labels: CellLabels
  readonly givenName: string | undefined
}

/** Likely inputs and outputs of a workbook without names, most confident first. */
export function proposeInterface(bound: BoundWorkbook): InterfaceProposal {
  const proposer = new Proposer(bound)
  const inputs = proposer.inputs()
  const outputs = proposer.outputs(inputs)
  const blocks = proposer.blocks()
  const ofKind = (kind: 'input' | 'output') => blocks.filter(({ port }) => port.kind === kind)
  return {
    inputs: proposer.finished([...inputs, ...ofKind('input')]),
    outputs: proposer.finished([...outputs, ...ofKind('output')]),
  }
}

class Proposer {
  private readonly bound: BoundWorkbook
  private readonly formulas: readonly ReadingFormula[]
  /** Reads of single cells or small areas. */
  private readonly directReads: ReadCounts
  private readonly allReads: ReadCounts
  private readonly named: ReadonlyMap<string, string>
  private readonly mostlyLocked: ReadonlySet<number>

  constructor(bound: BoundWorkbook) {
    this.bound = bound
    this.formulas = listReadingFormulas(bound)
    this.directReads = new ReadCounts(bound.workbook, this.formulas, isSingle)
    this.allReads = new ReadCounts(bound.workbook, this.formulas)
    this.named = namedCells(bound)
    this.mostlyLocked = new Set(
      bound.workbook.sheets.flatMap(({ cells }, sheet) => {
        let locked = 0
        cells.forEach((_row, _col, cell) => void (locked += this.style(cell.style).locked ? 1 : 0))
        return locked > cells.size / 2 ? [sheet] : []
      }),
    )
  }

  inputs(): Found[] {
    const found: Found[] = []
    this.bound.workbook.sheets.forEach((sheet, index) => {
      sheet.cells.forEach((row, col, cell) => {
        if (cell.kind !== 'constant' || cell.value === null || cell.value instanceof ExcelError) return
        const input = this.input(index, row, col, cell)
        if (input) found.push(input)
      })
    })
    return found
  }

  private input(sheet: number, row: number, col: number, cell: ConstantCell): Found | undefined {
    const style = this.style(cell.style)
    const direct = this.directReads.at(sheet, row, col)
    const all = this.allReads.at(sheet, row, col)
    if (all === 0) return undefined
    const reasons: ProposalReason[] = []
    const hasValidation = this.isValidated(sheet, row, col)
    const hasLook = looksLikeInput(style)
    const isUnlocked = !style.locked && this.mostlyLocked.has(sheet)
    const isText = typeof cell.value === 'string'
    // A text that formulas read is usually a heading used for lookup; it is an input only with other signs of one.
    if (isText && !hasValidation && !hasLook && !isUnlocked) return undefined
    const labels = labelsOf(this.bound.workbook, sheet, row, col)
    const givenName = this.named.get(keyOf(sheet, row, col))
    const isSeries = this.isAmongConstants(sheet, row, col)
    if (direct === 0 && !hasValidation && !hasLook && !isUnlocked) return undefined
    let confidence = 0.3
    const add = (reason: ProposalReason, weight: number) => {
      reasons.push(reason)
      confidence += weight
    }
    if (givenName !== undefined) add('name', 0.25)
    if (labels.left) add('label', 0.25)
    else if (labels.above) add('label', 0.1)
    else add('noLabel', -0.2)
    if (hasValidation) add('validation', 0.3)
    if (hasLook) add('inputLook', 0.25)
    if (isUnlocked) add('unlocked', 0.2)
    if (direct > 0) add('read', 0.1)
    else add('lookupTable', -0.3)
    if (isSeries) add('seriesOfCells', -0.35)
    if (this.isHidden(sheet)) add('hiddenSheet', -0.3)
    return this.found('input', sheet, row, col, cell.value, { confidence, reasons, labels, givenName })
  }

  outputs(inputs: readonly Found[]): Found[] {
    const likely = inputs.filter(({ port }) => port.confidence >= SURE)
    const reach = new Reach(
      this.formulas,
      (likely.length > 0 ? likely : inputs).map(({ place }) => place),
    )
    const found: Found[] = []
    for (const { sheet, row, col, cell } of this.formulas) {
      if (cell.formula.kind === 'dataTable') continue
      const output = this.output(sheet, row, col, cell.style, reach)
      if (output) found.push(output)
    }
    return found
  }

  private output(sheet: number, row: number, col: number, styleIndex: number, reach: Reach): Found | undefined {
    const { workbook } = this.bound
    const reads = this.allReads.at(sheet, row, col)
    const isSeries = this.isAmongFormulas(sheet, row, col)
    const labels = labelsOf(workbook, sheet, row, col)
    const givenName = this.named.get(keyOf(sheet, row, col))
    const isResult = isResultLabel(labels.left?.text ?? labels.above?.text ?? '')
    // The inside of a schedule is no result; a cell that is read and has no label is an intermediate step.
    if (isSeries && givenName === undefined) return undefined
    if (reads > 0 && !isResult && givenName === undefined && !labels.left) return undefined
    const value = savedValue(workbook, sheet, row, col)
    const style = this.style(styleIndex)
    const reasons: ProposalReason[] = []
    let confidence = 0.25
    const add = (reason: ProposalReason, weight: number) => {
      reasons.push(reason)
      confidence += weight
    }
    if (givenName !== undefined) add('name', 0.2)
    if (labels.left) add('label', 0.2)
    else if (labels.above) add('label', 0.1)
    else add('noLabel', -0.2)
    if (isResult) add('resultLabel', 0.2)
    if (reads === 0) add('notRead', 0.15)
    else add('read', -0.05)
    if (looksLikeResult(style)) add('resultLook', 0.1)
    if (reach.has(sheet, row, col)) add('dependsOnInputs', 0.15)
    else confidence -= 0.2
    if (value instanceof ExcelError) add('errorSaved', -0.3)
    if (typeof value === 'string') confidence -= 0.15
    if (this.isHidden(sheet)) add('hiddenSheet', -0.3)
    return confidence <= 0.1
      ? undefined
      : this.found('output', sheet, row, col, value, { confidence, reasons, labels, givenName })
  }

  /** Tables that could be passed as a whole. A person has to decide that: none is sure. */
  blocks(): Found[] {
    const { workbook } = this.bound
    return findBlocks(workbook).flatMap(({ sheet, range, name, isComputed }): Found[] => {
      const isRead = this.directReads.at(sheet, range.top + 1, range.left) > 0
      const isLookedUp = this.allReads.at(sheet, range.top + 1, range.left) > 0
      if (!isComputed && !isLookedUp) return []
      const reasons: ProposalReason[] = isComputed ? ['table'] : isRead ? ['table', 'read'] : ['table', 'lookupTable']
      if (this.isHidden(sheet)) reasons.push('hiddenSheet')
      const sheetName = nameOfLabel(workbook.sheets[sheet]?.name ?? '')
      return [
        {
          place: { sheet, range },
          labels: labelsOf(workbook, sheet, range.top, range.left),
          givenName: name ?? (sheetName === '' ? undefined : `${sheetName}Table`),
          port: {
            kind: isComputed ? 'output' : 'input',
            shape: 'block',
            unit: undefined,
            type: 'number',
            value: null,
            confidence: (isComputed || isRead ? 0.45 : 0.3) - (this.isHidden(sheet) ? 0.2 : 0),
            reasons,
          },
        },
      ]
    })
  }

  private found(
    kind: 'input' | 'output',
    sheet: number,
    row: number,
    col: number,
    value: Scalar,
    {
      confidence,
      reasons,
      labels,
      givenName,
    }: Pick<Found, 'labels' | 'givenName'> & Pick<ProposedPort, 'confidence' | 'reasons'>,
  ): Found {
    const cell = this.bound.workbook.sheets[sheet]?.cells.get(row, col)
    const label = labels.left ?? labels.above
    return {
      place: { sheet, range: { top: row, left: col, bottom: row, right: col } },
      labels,
      givenName,
      port: {
        kind,
        shape: 'cell',
        unit: label && (unitOf(label.text) ?? this.unitBeside(sheet, row, col)),
        type: valueType(this.style(cell?.style ?? 0).numberFormat, value),
        value,
        confidence: Math.round(Math.min(0.99, Math.max(0.01, confidence)) * 100) / 100,
        reasons,
      },
    }
  }

  /** Assigns unique names; the most confident proposals choose first. */
  finished(found: readonly Found[]): ProposedPort[] {
    const taken = new Set<string>()
    const sorted = found.toSorted(
      (a, b) => b.port.confidence - a.port.confidence || a.place.sheet - b.place.sheet || inReadingOrder(a, b),
    )
    return sorted.slice(0, MOST_PROPOSALS).map((entry) => {
      const { port, labels, place } = entry
      const name = uniqueName(namesFor(entry), taken)
      const label = (labels.left ?? labels.above)?.text
      return {
        ...port,
        name,
        description: label?.replace(/ ?[:：]$/, '') ?? '',
        cell: markText(this.bound.workbook, place),
      }
    })
  }

  private style(index: number): CellStyle {
    return this.bound.workbook.styles[index] ?? plainStyle
  }

  private isHidden(sheet: number): boolean {
    return this.bound.workbook.sheets[sheet]?.visibility !== 'visible'
  }

  private isValidated(sheet: number, row: number, col: number): boolean {
    return (
      this.bound.workbook.sheets[sheet]?.validations.some(
        ({ type, ranges }) =>
          type !== 'any' &&
          ranges.some(({ top, left, bottom, right }) => row >= top && row <= bottom && col >= left && col <= right),
      ) ?? false
    )
  }

  /** Inside a row or column of numeric constants: a data table rather than an input. */
  private isAmongConstants(sheet: number, row: number, col: number): boolean {
    const isNumber = (r: number, c: number) => {
      const cell = this.bound.workbook.sheets[sheet]?.cells.get(r, c)
      return cell?.kind === 'constant' && typeof cell.value === 'number'
    }
    const labels = (r: number) => labelsOf(this.bound.workbook, sheet, r, col).left?.text
    // A column of labelled figures is a form.
    if (labels(row) !== undefined && !isNumber(row, col - 1) && !isNumber(row, col + 1)) return false
    return runLength(isNumber, row, col, 1, 0) >= 4 || runLength(isNumber, row, col, 0, 1) >= 4
  }

  /** In a row or column that is filled with one formula. */
  private isAmongFormulas(sheet: number, row: number, col: number): boolean {
    const { bound } = this
    const at = (r: number, c: number) => {
      const cell = bound.workbook.sheets[sheet]?.cells.get(r, c)
      if (cell?.kind !== 'formula' || cell.formula.kind === 'dataTable') return undefined
      return cell.formula.kind === 'normal' ? bound.formula(cell.formula, sheet, r, c) : cell.formula
    }
    const own = at(row, col)
    const isSame = (r: number, c: number) => own !== undefined && at(r, c) === own
    return runLength(isSame, row, col, 1, 0) >= 3 || runLength(isSame, row, col, 0, 1) >= 3
  }

  /** A short text right of the cell, such as "years" or "%". */
  private unitBeside(sheet: number, row: number, col: number): string | undefined {
    const value = savedValue(this.bound.workbook, sheet, row, col + 1)
    return typeof value === 'string' && value.trim().length > 0 && value.trim().length <= 12 ? value.trim() : undefined
  }
}

function isSingle(area: Range): boolean {
  return area.bottom - area.top <= 1 && area.right - area.left <= 1
}

function runLength(
  holds: (row: number, col: number) => boolean,
  row: number,
  col: number,
  down: number,
  across: number,
): number {
  let length = 1
  for (let i = 1; length < 5 && holds(row + i * down, col + i * across); i++) length++
  for (let i = 1; length < 5 && holds(row - i * down, col - i * across); i++) length++
  return length
}

function inReadingOrder(a: Found, b: Found): number {
  return a.place.range.top - b.place.range.top || a.place.range.left - b.place.range.left
}

function namesFor({ labels, givenName, port }: Found): string[] {
  const left = labels.left && nameOfLabel(labels.left.text)
  const above = labels.above && nameOfLabel(labels.above.text)
  const names = [givenName, left, left && above ? `${left}_${above}` : undefined, above]
  const usable = names.filter((name) => name !== undefined && name !== '')
  return usable.length > 0 ? (usable as string[]) : [port.kind === 'input' ? 'Input' : 'Output']
}

function uniqueName(names: readonly string[], taken: Set<string>): string {
  const free = (name: string) => !taken.has(name.toLowerCase())
  let name = names.find(free)
  for (let i = 2; name === undefined; i++) name = free(`${names[0]}${i}`) ? `${names[0]}${i}` : undefined
  taken.add(name.toLowerCase())
  return name
}

function keyOf(sheet: number, row: number, col: number): string {
  return `${sheet}/${row}/${col}`
}

/** An Excel name adapted for callers: in Excel a dot has no meaning, here it separates a subservice. */
function callerName(name: string): string {
  const port = /^X(?:input|output)_(.+)$/i.exec(name)?.[1]
  return (port ?? name.replaceAll('.', '_')).replaceAll(/[^\p{L}\p{N}_.]/gu, '_')
}

/** Cells with their own name, except for ports and built-in names. */
function namedCells(bound: BoundWorkbook): ReadonlyMap<string, string> {
  const cells = new Map<string, string>()
  for (const definition of bound.workbook.names) {
    if (definition.name.startsWith('_') || definition.macro !== 'none' || definition.hidden) continue
    const place = placeOfName(bound, definition)
    if (!place) continue
    const { top, left, bottom, right } = place.range
    if (top !== bottom || left !== right) continue
    cells.set(keyOf(place.sheet, top, left), callerName(definition.name))
  }
  return cells
}
