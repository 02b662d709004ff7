import { parse } from '@polyglot-sql/sdk'
import type { SqlColumn, SqlTable } from '@sheetwright/contract/dml/dml.ts'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { convertValue, plainDecimal } from '../../src/features/dml/sql/convert-value.ts'
import type { SqlRow, SqlValue, TargetTable } from '../../src/features/dml/sql/dialect.ts'
import { dialects } from '../../src/features/dml/sql/dialects.ts'
import { ColumnTypeFinder } from '../../src/features/dml/sql/infer-column.ts'
import { fittingName } from '../../src/features/dml/sql/target-table.ts'
import { createEmptyDatabase } from '../support/test-database.ts'
import { column, nastyRows, nastyTable, scriptsOf } from './nasty-tables.ts'

let client: pg.Client
let drop: () => Promise<void>

beforeAll(async () => {
  const database = await createEmptyDatabase()
  client = new pg.Client(database.owner)
  await client.connect()
  drop = database.drop
})

afterAll(async () => {
  await client.end()
  await drop()
})

const run = (script: string) => client.query(dialects.postgres.opening + script + dialects.postgres.closing)

/** The content of a table, each cell as the text that was written. */
async function readBack(table: TargetTable): Promise<SqlRow[]> {
  const quote = (name: string) => dialects.postgres.quote(name)
  const text = ({ name, type }: SqlColumn) => {
    if (type === 'boolean') return quote(name)
    if (type === 'datetime') return `to_char(${quote(name)}, 'YYYY-MM-DD HH24:MI:SS.MS')`
    if (type === 'time') return `to_char(${quote(name)}, 'HH24:MI:SS.MS')`
    return `${quote(name)}::text`
  }
  const { rows } = await client.query<SqlValue[]>({
    text: `SELECT ${table.columns.map(text).join(', ')} FROM ${quote(table.name)} ORDER BY ${table.key
      .map((place) => `${quote(table.name)}.${quote(table.columns[place]?.name ?? '')}`)
      .join(', ')}`,
    rowMode: 'array',
  })
  return rows.map((row) =>
    row.map((value, i) => {
      const type = table.columns[i]?.type
      if (typeof value !== 'string') return value
      if (type === 'decimal') return plainDecimal(value) ?? value
      return type === 'float' ? String(Number(value)) : value
    }),
  )
}

describe('scripts for PostgreSQL', () => {
  it('bring every nasty cell into the database as it is, and undo it', async () => {
    const { create, load, undo, table } = await scriptsOf('postgres', nastyTable, nastyRows, { level: 0 })
    await run(create)
    await run(load)
    expect(await readBack(table)).toEqual(nastyRows)
    const again = await scriptsOf('postgres', nastyTable, nastyRows, { level: 1 })
    await run(again.load)
    expect(await readBack(table)).toEqual(nastyRows)
    await run(undo)
    expect(await readBack(table)).toEqual([])
  })

  it('of level 2 bring a copy to the same state after random edits, and back again', async () => {
    const plan: SqlTable = {
      source: 'T',
      name: 'level two',
      key: ['a', 'b'],
      columns: [
        column('a', 'text', { length: 50, nullable: false }),
        column('b', 'integer', { nullable: false }),
        column('c', 'decimal'),
        column('d', 'text'),
      ],
    }
    const value = fc
      .string({ unit: 'binary', maxLength: 8 })
      .filter((text) => !text.includes('\0') && text.isWellFormed())
    const row = fc.tuple(
      fc.constantFrom('', 'a', 'A', 'a ', "'", '\\', '保'),
      fc.integer({ min: 0, max: 9 }).map(String),
      fc.option(fc.constantFrom('0', '-1.5', '12345678901234567.125')),
      fc.option(value),
    )
    const table = fc.uniqueArray(row, { selector: ([a, b]) => JSON.stringify([a, b]), maxLength: 25 })
    const sorted = (rows: readonly SqlRow[]) => rows.map((one) => JSON.stringify(one)).toSorted()
    await fc.assert(
      fc.asyncProperty(table, table, async (before, after) => {
        const first = await scriptsOf('postgres', plan, before, { level: 0 })
        await client.query(`DROP TABLE IF EXISTS "level two"`)
        await run(first.create)
        await run(first.load)
        const next = await scriptsOf('postgres', plan, after, { level: 2, base: before })
        await run(next.load)
        expect(sorted(await readBack(next.table))).toEqual(sorted(after))
        await run(next.undo)
        expect(sorted(await readBack(next.table))).toEqual(sorted(before))
      }),
      { numRuns: 15 },
    )
  })
})

describe.each(['mssql', 'oracle'] as const)('scripts for %s', (name) => {
  const parsed = (script: string) =>
    parse(script, (name === 'mssql' ? 'tsql' : 'oracle') as Parameters<typeof parse>[1])

  it('are read by a parser of that dialect, whatever the cells hold', async () => {
    const short = nastyRows.map((row) => row.map((cell) => (typeof cell === 'string' ? cell.slice(0, 9_000) : cell)))
    for (const level of [0, 1] as const) {
      const { create, load, undo } = await scriptsOf(name, nastyTable, short, { level })
      for (const script of [create, load, undo]) {
        const result = parsed(script)
        expect(result).toMatchObject({ success: true })
      }
    }
    const edited = short.slice(2).map((row, i) => (i === 0 ? row.with(1, 'edited') : row))
    const { load, undo } = await scriptsOf(name, nastyTable, edited, { level: 2, base: short })
    expect(parsed(load).success).toBe(true)
    expect(parsed(undo).success).toBe(true)
    expect(load.match(/DELETE FROM/g)).toHaveLength(1)
  })

  it('hold no line that the client would take for a command', async () => {
    const { load } = await scriptsOf(name, nastyTable, nastyRows, { level: 1 })
    expect(load.split('\n').filter((line) => /^\s*(?:GO|\/|\.|exit;?)\s*$/i.test(line))).toEqual([])
    // SQL Server's client expands variables; Oracle's reads none after SET DEFINE OFF, but no long lines either.
    const longest = Math.max(...load.split('\n').map((line) => line.length))
    expect(name === 'mssql' ? load.includes('$(') : longest > 2_500).toBe(false)
  })
})

describe('names', () => {
  it.each(Object.entries(dialects))('fit %s, and stay apart', (_, dialect) => {
    const { most, in: unit } = dialect.nameLimit
    const size = (text: string) => (unit === 'bytes' ? Buffer.byteLength(text) : text.length)
    const names = ['a'.repeat(128), `${'a'.repeat(127)}b`, '保'.repeat(128), 'select', 'with "quotes"', '😀 name']
    const fitting = names.map((one) => fittingName(dialect, one))
    expect(new Set(fitting).size).toBe(names.length)
    expect(fitting.every((one) => size(one) <= most)).toBe(true)
  })
})

describe('types', () => {
  const typeOf = (
    cells: Parameters<ColumnTypeFinder['add']>[0][],
    shownAs: ConstructorParameters<typeof ColumnTypeFinder>[0],
  ) => {
    const finder = new ColumnTypeFinder(shownAs)
    for (const cell of cells) finder.add(cell)
    return finder.type()
  }

  it('follow all values of a column', () => {
    expect(typeOf([1, 2, null], 'number')).toMatchObject({ type: 'integer', nullable: true })
    expect(typeOf([1, 2.25], 'number')).toMatchObject({ type: 'decimal', scale: 2, nullable: false })
    expect(typeOf([1e300, 0.1], 'number')).toMatchObject({ type: 'float' })
    expect(typeOf([46_023, '1850-01-01'], 'date')).toMatchObject({ type: 'date' })
    expect(typeOf([46_023.5], 'date')).toMatchObject({ type: 'datetime' })
    expect(typeOf(['1850-01-01', null], 'text')).toMatchObject({ type: 'date', nullable: true })
    expect(typeOf([true, false], 'boolean')).toMatchObject({ type: 'boolean' })
    expect(typeOf(['12345678901234567'], 'text')).toMatchObject({ type: 'text', length: 50 })
    expect(typeOf([1, 'x'], 'number')).toMatchObject({ type: 'text' })
    expect(typeOf([], 'number')).toMatchObject({ type: 'text', nullable: true })
  })

  it('keep every digit of any number, or say why not', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        const converted = convertValue(number, column('x', 'decimal', typeOf([number, 0.5], 'number')))
        const isKept = 'value' in converted && Number(converted.value) === number
        expect(isKept || typeOf([number, 0.5], 'number').type === 'float').toBe(true)
        expect(convertValue(number, column('x', 'float'))).toEqual({ value: String(number + 0) })
      }),
    )
    expect(convertValue(60, column('x', 'date'))).toEqual({ problem: 'is no date' })
    expect(convertValue({ error: '#N/A' }, column('x', 'text'))).toEqual({ problem: 'is the error #N/A' })
    expect(convertValue('abcd', column('x', 'text', { length: 3 }))).toEqual({
      problem: 'has 4 characters, more than 3',
    })
  })
})
