import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ExcelError, Matrix, type Scalar } from '@sheetwright/runtime/values.ts'
import { parseFormula } from '../../src/2-parse/parse.ts'
import type { Node } from '../../src/2-parse/tree.ts'
import { cellName } from '../../src/model/address.ts'

/**
 * Reads the tables of cases beside the functions (`*.cases.tsv`). A line is `formula <tab> expected <tab> note`.
 * `@Sheet1!A1 <tab> {1,2;3,4}` places constants for the lines below it, up to the next blank line. `# source:` names
 * the source of the expected values. Expected values are written as in Excel; a number may have a tolerance:
 * `1.23±1e-9`.
 */

const folder = join(import.meta.dirname, '../../../runtime/src/functions')
export const HOME = { row: 99, col: 25, rows: 1_048_576, cols: 16_384 }

export interface Case {
  readonly line: number
  readonly formula: string
  readonly expected: string
}

export interface Block {
  readonly constants: Readonly<Record<string, Record<string, Scalar>>>
  readonly cases: readonly Case[]
}

/** A table as its blocks of cases. */
export function readTable(text: string): Block[] {
  const blocks: { constants: Record<string, Record<string, Scalar>>; cases: Case[] }[] = [{ constants: {}, cases: [] }]
  text.split(/\r?\n/).forEach((line, index) => {
    const block = blocks[blocks.length - 1]
    if (!block || (line.startsWith('#') && !line.includes('\t'))) return
    if (line.trim() === '') {
      blocks.push({ constants: {}, cases: [] })
      return
    }
    const [first = '', second = ''] = line.split('\t')
    if (first.startsWith('@')) place(block.constants, first.slice(1), second)
    else block.cases.push({ line: index + 1, formula: first.replace(/^=/, ''), expected: second })
  })
  return blocks.filter((block) => block.cases.length > 0)
}

function place(constants: Record<string, Record<string, Scalar>>, address: string, literal: string): void {
  const mark = address.lastIndexOf('!')
  const sheet = mark < 0 ? 'Sheet1' : address.slice(0, mark).replace(/^'|'$/g, '')
  const anchor = parseFormula(address.slice(mark + 1), { home: { ...HOME, row: 0, col: 0 } })
  if (!anchor.ok || anchor.tree.kind !== 'cell') throw new Error(`not a cell: @${address}`)
  const { row, col } = anchor.tree.point
  const matrix = literalMatrix(literal)
  const cells = (constants[sheet] ??= {})
  for (let r = 0; r < matrix.rows; r++)
    for (let c = 0; c < matrix.cols; c++) cells[cellName(row.value + r, col.value + c)] = matrix.at(r, c)
}

/** Parses a literal; an empty one is a blank, and so is an empty element of an array. */
function literalMatrix(text: string): Matrix {
  if (text === '') return new Matrix(1, 1, [null])
  const filled = text.startsWith('{') ? text.replace(/(?<=[{,;])(?=[,;}])/g, '"\u0000blank"') : text
  const parsed = parseFormula(filled, { home: HOME })
  if (!parsed.ok) throw new Error(`not a literal: ${text}`)
  const value = constant(parsed.tree)
  if (value === undefined) throw new Error(`not a literal: ${text}`)
  return value
}

function constant(node: Node): Matrix | undefined {
  if (node.kind === 'array') {
    const rows = node.rows.map((row) => row.map((cell) => (cell === '\u0000blank' ? null : cell)))
    return Matrix.fromRows(rows)
  }
  if (node.kind === 'unary' && node.operand.kind === 'number') {
    return new Matrix(1, 1, [node.operator === '-' ? -node.operand.value : node.operand.value])
  }
  if (node.kind === 'number' || node.kind === 'text' || node.kind === 'boolean' || node.kind === 'error') {
    return new Matrix(1, 1, [node.value])
  }
  return undefined
}

function isClose(actual: number, expected: number, tolerance: number | undefined): boolean {
  if (tolerance !== undefined) return Math.abs(actual - expected) <= tolerance
  return actual === expected || Number(actual.toPrecision(12)) === Number(expected.toPrecision(12))
}

export function matches(actual: Scalar, expected: Scalar, tolerance: number | undefined): boolean {
  if (typeof actual === 'number' && typeof expected === 'number') return isClose(actual, expected, tolerance)
  if (actual instanceof ExcelError && expected instanceof ExcelError) return actual.code === expected.code
  return actual === expected
}

/** All tables, by their path below the functions. */
export function functionTables(): { readonly path: string; readonly text: string }[] {
  const paths = globSync('**/*.cases.tsv', { cwd: folder }).toSorted()
  return paths.map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }))
}

/** The expected result of a case, and its tolerance if it has one. */
export function expectedOf({ expected }: Case): { readonly wanted: Matrix; readonly tolerance: number | undefined } {
  const [literal = '', tolerance] = expected.split('±')
  return { wanted: literalMatrix(literal), tolerance: tolerance === undefined ? undefined : Number(tolerance) }
}
