import { basename } from 'node:path'
import { functions } from '@sheetwright/runtime/functions/registry.ts'
import { ExcelError, type Scalar } from '@sheetwright/runtime/values.ts'
import { describe, expect, test } from 'vitest'
import { BoundWorkbook } from '../src/3-bind/bind-workbook.ts'
import { Evaluator } from '../src/evaluate/evaluator.ts'
import {
  type Block,
  type Case,
  expectedOf,
  functionTables,
  HOME,
  matches,
  readTable,
} from './support/function-tables.ts'
import { makeWorkbook } from './support/make-workbook.ts'

/** 2026-01-15 10:30:00 */
const NOW = 46_037.4375

function shown(value: Scalar): string {
  if (value === null) return 'blank'
  if (typeof value === 'string') return JSON.stringify(value)
  return value instanceof ExcelError ? value.code : String(value).toUpperCase()
}

/** Undefined if the case passes, else the actual result. */
function problem(block: Block, entry: Case): string | undefined {
  const { formula, expected } = entry
  const workbook = makeWorkbook({ sheets: { Sheet1: {}, ...block.constants } })
  const bound = new BoundWorkbook(workbook, functions)
  const evaluator = new Evaluator(bound, { now: NOW, seed: 1, locale: 'en-US', steps: 50_000_000 })
  const actual = evaluator.loose.textAt(formula, 0, HOME.row, HOME.col)
  const { wanted, tolerance } = expectedOf(entry)
  const same =
    actual.rows === wanted.rows &&
    actual.cols === wanted.cols &&
    actual.data.every((cell, i) => matches(cell, wanted.data[i] ?? null, tolerance))
  const rows = Array.from({ length: actual.rows }, (_, r) =>
    Array.from({ length: actual.cols }, (__, c) => shown(actual.at(r, c))).join(','),
  )
  return same ? undefined : `${formula} gives ${rows.join(';')} instead of ${expected}`
}

const tables = functionTables()

for (const { path, text } of tables) {
  describe(`table ${path}`, () => {
    test('names its source', () => expect(text).toMatch(/^# source: \S/m))
    for (const block of readTable(text)) {
      for (const entry of block.cases)
        test(`${basename(path)}:${entry.line} ${entry.formula}`, () => expect(problem(block, entry)).toBeUndefined())
    }
  })
}

describe('every registered function has a normal case and an edge or error case', () => {
  const formulas = tables.flatMap(({ text }) =>
    readTable(text).flatMap((block) => block.cases.map((entry) => entry.formula.toUpperCase())),
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
