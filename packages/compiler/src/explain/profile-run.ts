import type { BoundWorkbook } from '../3-bind/bind-workbook.ts'
import type { Evaluator } from '../evaluate/evaluator.ts'
import { columnNumber } from '../model/address.ts'
import { areaSize, CellText } from './cell-text.ts'

/** Advice that would make a formula cheaper. */
type CostAdvice =
  /** An exact lookup searches the rows one by one. */
  | { readonly code: 'linearLookup'; readonly cells: number }
  /** Computed again in every run, whatever changed. */
  | { readonly code: 'volatile'; readonly detail: string }
  /** Other cells of the sheet compute exactly the same. */
  | { readonly code: 'repeated'; readonly times: number }
  /** Reads very many cells. */
  | { readonly code: 'largeRange'; readonly cells: number }

/** Cells with the same relative formula. */
interface FamilyCost {
  readonly sheet: string
  /** The first cell, as `Sheet1!B2`. */
  readonly cell: string
  readonly formula: string
  readonly cells: number
  readonly steps: number
  readonly advice: readonly CostAdvice[]
}

export interface RunProfile {
  readonly steps: number
  readonly cells: number
  readonly sheets: readonly { readonly sheet: string; readonly cells: number; readonly steps: number }[]
  /** Most expensive first; beyond a limit the cheap ones are left out. */
  readonly families: readonly FamilyCost[]
}

const mostFamilies = 50
const manyCells = 50
const veryManyCells = 10_000
const exactLookups =
  /\b(?:VLOOKUP|HLOOKUP)\((?:[^()]|\([^()]*\))*,\s*(?:FALSE(?:\(\))?|0)\s*\)|\bMATCH\((?:[^()]|\([^()]*\))*,\s*0\s*\)|\b(?:_xlfn\.)?X(?:LOOKUP|MATCH)\(/i
const volatiles = /\b(OFFSET|INDIRECT|NOW|TODAY|RAND|RANDBETWEEN|RANDARRAY|CELL|INFO)\(/i
/** The meaning of the same text depends on its position. */
const placed = /\b(?:ROW|COLUMN|OFFSET|INDIRECT|CELL|RAND|RANDBETWEEN|RANDARRAY)\(/i

interface Counted {
  readonly sheet: number
  readonly row: number
  readonly col: number
  readonly formula: string
  cells: number
  steps: number
  /** Cells whose formula text is identical, beyond the first of each. */
  repeats: number
}

/** The formulas that a run spent its steps on. The evaluator was made with the option `costs`. */
export function profileRun(bound: BoundWorkbook, evaluator: Evaluator): RunProfile {
  const text = new CellText(bound.workbook)
  const families = new Map<string, Counted>()
  const seen = new Set<string>()
  const sheets = new Map<number, { cells: number; steps: number }>()
  for (const { sheet, row, col, steps } of evaluator.cellCosts()) {
    const formula = text.formula(evaluator.formulaCell(sheet, row, col), row, col)
    if (formula === undefined) continue
    const key = `${sheet} ${relativeText(formula, row, col)}`
    const family = families.get(key) ?? { sheet, row, col, formula, cells: 0, steps: 0, repeats: 0 }
    families.set(key, family)
    family.cells += 1
    family.steps += steps
    const same = `${sheet} ${formula}`
    if (seen.has(same) && !placed.test(formula) && /[A-Z(]/i.test(formula)) family.repeats += 1
    seen.add(same)
    const ofSheet = sheets.get(sheet) ?? { cells: 0, steps: 0 }
    sheets.set(sheet, { cells: ofSheet.cells + 1, steps: ofSheet.steps + steps })
  }
  const nameOf = (sheet: number) => bound.workbook.sheets[sheet]?.name ?? ''
  const all = [...families.values()]
  return {
    steps: all.reduce((sum, { steps }) => sum + steps, 0),
    cells: all.reduce((sum, { cells }) => sum + cells, 0),
    sheets: [...sheets]
      .map(([sheet, counted]) => ({ sheet: nameOf(sheet), ...counted }))
      .sort((a, b) => b.steps - a.steps),
    families: all
      .sort((a, b) => b.steps - a.steps)
      .slice(0, mostFamilies)
      .map((family) => ({
        sheet: nameOf(family.sheet),
        cell: text.cell(family.sheet, family.row, family.col),
        formula: family.formula,
        cells: family.cells,
        steps: family.steps,
        advice: adviceOn(family, evaluator),
      })),
  }
}

function adviceOn({ sheet, row, col, formula, repeats }: Counted, evaluator: Evaluator): CostAdvice[] {
  const read = evaluator.precedents(sheet, row, col).map(areaSize)
  const cells = Math.max(0, ...read)
  const advice: CostAdvice[] = []
  if (exactLookups.test(formula) && cells >= manyCells) advice.push({ code: 'linearLookup', cells })
  else if (cells >= veryManyCells) advice.push({ code: 'largeRange', cells })
  const [, name] = volatiles.exec(formula) ?? []
  if (name !== undefined) advice.push({ code: 'volatile', detail: name.toUpperCase() })
  if (repeats > 0) advice.push({ code: 'repeated', times: repeats + 1 })
  return advice
}

/** A formula with its relative references as offsets, so that a filled column reads the same in each row. */
function relativeText(formula: string, row: number, col: number): string {
  return formula.replace(
    /(\$?)\b([A-Z]{1,3})(\$?)(\d{1,7})\b/g,
    (_, fixedCol: string, letters: string, fixedRow: string, digits: string) => {
      const column = columnNumber(letters)
      const shownCol = fixedCol === '' ? `[${column - col}]` : letters
      return `C${shownCol}R${fixedRow === '' ? `[${Number(digits) - 1 - row}]` : digits}`
    },
  )
}
