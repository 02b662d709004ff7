import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { openWorkbook } from '../../src/open-workbook.ts'
import { functions } from '@sheetwright/runtime/functions/registry.ts'
import { ExcelError, type Scalar } from '@sheetwright/runtime/values.ts'
import { cellName, rangeName } from '../../src/model/address.ts'
import type { Sheet } from '../../src/model/workbook.ts'
import {
  type Block,
  type Case,
  expectedOf,
  functionTables,
  matches,
  readTable,
} from '../../test/support/function-tables.ts'
import { buildWorkbook, type CellSpec } from '../../test/workbook-builder.ts'
import { explain } from './explain.ts'

/**
 * Asks LibreOffice for the result of every case of the function tables whose functions it knows, and writes what
 * differs to docs/second-opinion.tsv, with the reason where it is known. It must be installed (`soffice`).
 */
const root = path.join(import.meta.dirname, '../../../..')
/** Depend on the moment or the machine. */
const notComparable = /\b(?:NOW|TODAY|RAND|RANDBETWEEN|RANDARRAY|CELL|INFO|SHEET|SHEETS|FORMULATEXT)\(/i
const functionName = /[A-Z][A-Z0-9._]*(?=\()/gi
/** Formulas stand far from the constants, with room for their results. */
const firstRow = 299
const rowsOfCase = 60
const column = 40

interface Asked {
  readonly table: string
  readonly entry: Case
  readonly row: number
}

interface Opinion extends Asked {
  readonly kind: 'equal' | 'error' | 'value'
  readonly given: string
}

const folder = await mkdtemp(path.join(tmpdir(), 'sheetwright-opinion-'))
try {
  const spelling = await spellings()
  const books: { readonly name: string; readonly asked: readonly Asked[] }[] = []
  let [cases, unknown, apart] = [0, 0, 0]
  for (const { path: table, text } of functionTables()) {
    for (const block of readTable(text)) {
      const known = block.cases.filter((entry) => {
        cases++
        if (notComparable.test(entry.formula)) apart++
        else if (stored(entry.formula, spelling) === undefined) unknown++
        else return true
        return false
      })
      if (known.length === 0) continue
      const name = `block-${books.length}`
      const asked = known.map((entry, i) => ({ table, entry, row: firstRow + i * rowsOfCase }))
      await write(name, cellsOf(block, asked, spelling))
      books.push({ name, asked })
    }
  }
  await compute(books.map(({ name }) => name))
  const opinions: Opinion[] = []
  for (const { name, asked } of books) {
    const [sheet] = await sheetsOf(name)
    for (const one of asked) opinions.push(opinionOf(one, sheet))
  }
  const count = (kind: Opinion['kind']) => opinions.filter((opinion) => opinion.kind === kind).length
  const told = [
    `${cases} cases; ${unknown} use functions that LibreOffice does not know, ${apart} depend on the moment or the machine`,
    `${opinions.length} compared: ${count('equal')} equal, ${count('error')} with another error, ${count('value')} with another value`,
  ]
  const lines = opinions.flatMap(({ table, entry: { formula, expected }, kind, given }) => {
    if (kind === 'equal') return []
    return [[table, formula, expected, short(given), explain({ kind, formula, expected, given })]]
  })
  const unexplained = lines.filter((line) => line.at(-1) === '').length
  told.push(`${unexplained} differences without a known reason`)
  const heading = 'table\tformula\texpected\tLibreOffice\treason'
  const text = [...told.map((line) => `# ${line}`), heading, ...lines.map((line) => line.join('\t'))].join('\n')
  await writeFile(path.join(root, 'docs/second-opinion.tsv'), `${text}\n`)
  for (const line of told) console.log(line)
} finally {
  await rm(folder, { recursive: true, force: true })
}

/** How LibreOffice wants each function to be stored; functions that it does not know are missing. */
async function spellings(): Promise<ReadonlyMap<string, string>> {
  const names = [...functions.keys()]
  const cells: Record<string, CellSpec> = {}
  names.forEach((name, row) => {
    cells[cellName(row, 0)] = `=${name}(1)`
    cells[cellName(row, 1)] = `=_xlfn.${name}(1)`
  })
  await write('names', { Sheet1: cells })
  await compute(['names'])
  const [sheet] = await sheetsOf('names')
  const found = new Map<string, string>()
  names.forEach((name, row) => {
    const isKnown = (col: number) => shown(valueAt(sheet, row, col)) !== '#NAME?'
    if (isKnown(0)) found.set(name, name)
    else if (isKnown(1)) found.set(name, `_xlfn.${name}`)
  })
  return found
}

/** The formula as a file stores it; undefined if LibreOffice does not know one of its functions. */
function stored(formula: string, spelling: ReadonlyMap<string, string>): string | undefined {
  let isKnown = true
  const text = formula.replace(functionName, (name) => {
    const known = spelling.get(name.toUpperCase())
    isKnown &&= known !== undefined
    return known ?? name
  })
  return isKnown ? text : undefined
}

function cellsOf(block: Block, asked: readonly Asked[], spelling: ReadonlyMap<string, string>) {
  const sheets: Record<string, Record<string, CellSpec>> = { Sheet1: {} }
  for (const [sheet, constants] of Object.entries(block.constants)) {
    sheets[sheet] = Object.fromEntries(
      Object.entries(constants).map(([address, value]) => [
        address,
        value instanceof ExcelError ? { error: value.code } : { value },
      ]),
    )
  }
  const first = (sheets['Sheet1'] ??= {})
  for (const { entry, row } of asked) {
    const { wanted } = expectedOf(entry)
    const [bottom, right] = [row + wanted.rows - 1, column + wanted.cols - 1]
    const array = rangeName({ top: row, left: column, bottom, right })
    first[cellName(row, column)] = { formula: stored(entry.formula, spelling) ?? '', array }
  }
  return sheets
}

async function write(name: string, sheets: Readonly<Record<string, Record<string, CellSpec>>>): Promise<void> {
  const spec = { sheets: Object.entries(sheets).map(([sheet, cells]) => ({ name: sheet, cells })) }
  await writeFile(path.join(folder, `${name}.xlsx`), await buildWorkbook(spec))
}

async function compute(names: readonly string[]): Promise<void> {
  await mkdir(path.join(folder, 'saved'), { recursive: true })
  const profile = `-env:UserInstallation=file://${path.join(folder, 'profile')}`
  const files = names.map((name) => path.join(folder, `${name}.xlsx`))
  const to = ['--headless', '--norestore', '--convert-to', 'xlsx', '--outdir', path.join(folder, 'saved')]
  await promisify(execFile)('soffice', [profile, ...to, ...files], { maxBuffer: 64 * 1024 * 1024 })
}

async function sheetsOf(name: string): Promise<readonly Sheet[]> {
  const { opened } = await openWorkbook(await readFile(path.join(folder, 'saved', `${name}.xlsx`)))
  if (opened === null) throw new Error(`LibreOffice's ${name} cannot be read`)
  return opened.bound.workbook.sheets
}

function valueAt(sheet: Sheet | undefined, row: number, col: number): Scalar {
  const cell = sheet?.cells.get(row, col)
  if (cell === undefined) return null
  return 'saved' in cell ? (cell.saved ?? null) : cell.value
}

function opinionOf(asked: Asked, sheet: Sheet | undefined): Opinion {
  const { wanted, tolerance } = expectedOf(asked.entry)
  const given: Scalar[][] = Array.from({ length: wanted.rows }, (_, r) =>
    Array.from({ length: wanted.cols }, (__, c) => valueAt(sheet, asked.row + r, column + c)),
  )
  const text = given.map((row) => row.map(shown).join(',')).join(';')
  const values = given.flat()
  const isEqual = values.every((value, i) => matches(value ?? 0, wanted.data[i] ?? 0, tolerance))
  const isError = values.every((value, i) => value instanceof ExcelError === wanted.data[i] instanceof ExcelError)
  return { ...asked, kind: isEqual ? 'equal' : isError && values.some(isErrorValue) ? 'error' : 'value', given: text }
}

function short(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}

function isErrorValue(value: Scalar): boolean {
  return value instanceof ExcelError
}

function shown(value: Scalar): string {
  if (value === null) return ''
  if (typeof value === 'string') return JSON.stringify(value)
  return value instanceof ExcelError ? value.code : String(value).toUpperCase()
}
