import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { functions } from '@sheetwright/runtime/functions/registry.ts'
import { ExcelError, Matrix, type Scalar } from '@sheetwright/runtime/values.ts'
import { describe, expect, test } from 'vitest'
import { parseFormula } from '../src/2-parse/parse.ts'
import type { Node } from '../src/2-parse/tree.ts'
import { BoundWorkbook } from '../src/3-bind/bind-workbook.ts'
import { Evaluator } from '../src/evaluate/evaluator.ts'
import { makeWorkbook } from './support/make-workbook.ts'

/**
 * Runs the tables of cases beside the functions (`*.cases.tsv`). A line is `formula <tab> expected <tab> note`.
 * `@Sheet1!A1 <tab> {1,2;3,4}` places constants for the lines below it, up to the next blank line. `# source:` names
 * the source of the expected values. Expected values are written as in Excel; a number may have a tolerance:
 * `1.23±1e-9`.
 */

const folder = join(import.meta.dirname, '../../runtime/src/functions')
const HOME = { row: 99, col: 25, rows: 1_048_576, cols: 16_384 }
/** 2026-01-15 10:30:00 */
const NOW = 46_037.4375

interface Case {
  readonly line: number
  readonly formula: string
  readonly expected: string
}

interface Block {
  readonly constants: Readonly<Record<string, Record<string, Scalar>>>
  readonly cases: readonly Case[]
}

function readTable(text: string): Block[] {
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
    for (let c = 0; c < matrix.cols; c++) cells[a1(row.value + r, col.value + c)] = matrix.at(r, c)
}

function a1(row: number, col: number): string {
  let letters = ''
  for (let rest = col + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters
  }
  return `${letters}${row + 1}`
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

function shown(value: Scalar): string {
  if (value === null) return 'blank'
  if (typeof value === 'string') return JSON.stringify(value)
  return value instanceof ExcelError ? value.code : String(value).toUpperCase()
}

function isClose(actual: number, expected: number, tolerance: number | undefined): boolean {
  if (tolerance !== undefined) return Math.abs(actual - expected) <= tolerance
  return actual === expected || Number(actual.toPrecision(12)) === Number(expected.toPrecision(12))
}

function matches(actual: Scalar, expected: Scalar, tolerance: number | undefined): boolean {
  if (typeof actual === 'number' && typeof expected === 'number') return isClose(actual, expected, tolerance)
  if (actual instanceof ExcelError && expected instanceof ExcelError) return actual.code === expected.code
  return actual === expected
}

/** Undefined if the case passes, else the actual result. */
function problem(block: Block, { formula, expected }: Case): string | undefined {
  const workbook = makeWorkbook({ sheets: { Sheet1: {}, ...block.constants } })
  const bound = new BoundWorkbook(workbook, functions)
  const evaluator = new Evaluator(bound, { now: NOW, seed: 1, locale: 'en-US', steps: 50_000_000 })
  const actual = evaluator.loose.textAt(formula, 0, HOME.row, HOME.col)
  const [literal = '', tolerance] = expected.split('±')
  const wanted = literalMatrix(literal)
  const same =
    actual.rows === wanted.rows &&
    actual.cols === wanted.cols &&
    actual.data.every((cell, i) =>
      matches(cell, wanted.data[i] ?? null, tolerance === undefined ? undefined : Number(tolerance)),
    )
  const rows = Array.from({ length: actual.rows }, (_, r) =>
    Array.from({ length: actual.cols }, (__, c) => shown(actual.at(r, c))).join(','),
  )
  return same ? undefined : `${formula} gives ${rows.join(';')} instead of ${expected}`
}

const tables = globSync('**/*.cases.tsv', { cwd: folder }).toSorted()

for (const path of tables) {
  const text = readFileSync(join(folder, path), 'utf8')
  describe(`table ${path}`, () => {
    test('names its source', () => expect(text).toMatch(/^# source: \S/m))
    for (const block of readTable(text)) {
      for (const entry of block.cases)
        test(`${basename(path)}:${entry.line} ${entry.formula}`, () => expect(problem(block, entry)).toBeUndefined())
    }
  })
}

describe('every registered function has a normal case and an edge or error case', () => {
  const formulas = tables.flatMap((path) =>
    readTable(readFileSync(join(folder, path), 'utf8')).flatMap((block) =>
      block.cases.map((entry) => entry.formula.toUpperCase()),
    ),
  )
  const counts = new Map<string, number>()
  for (const formula of formulas) {
    for (const name of new Set(formula.match(/[A-Z][A-Z0-9._]*(?=\()/g) ?? []))
      counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  test.each([...functions.keys()])('%s', (name) => {
    expect(counts.get(name) ?? 0, `${name} needs two cases at least`).toBeGreaterThanOrEqual(2)
  })
})
