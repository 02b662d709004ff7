import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { DmlDialect, SmartLevel, SqlColumn, SqlTable } from '@sheetwright/contract/dml/dml.ts'
import { convertValue, type SourceCell } from '../../src/features/dml/sql/convert-value.ts'
import type { SqlRow } from '../../src/features/dml/sql/dialect.ts'
import { dialects } from '../../src/features/dml/sql/dialects.ts'
import { LineWriter } from '../../src/platform/files/line-file.ts'
import { targetTable } from '../../src/features/dml/sql/target-table.ts'
import { writeTable } from '../../src/features/dml/sql/write-table.ts'

export function column(name: string, type: SqlColumn['type'], changes: Partial<SqlColumn> = {}): SqlColumn {
  const isDecimal = type === 'decimal'
  const sizes = { length: null, precision: isDecimal ? 38 : null, scale: isDecimal ? 20 : null }
  return { heading: name, name, type, ...sizes, nullable: true, ...changes }
}

/** Every value that breaks carelessly written scripts. */
export const nastyTable: SqlTable = {
  source: 'Xref_Nasty',
  name: 'select from \'the\' "table" `of` [rates]; --',
  key: ['id'],
  columns: [
    column('id', 'integer', { nullable: false }),
    column('order', 'text', { length: 4000 }),
    column(`long ${'n'.repeat(123)}`, 'text'),
    column('ab]c"d`e\'f', 'decimal'),
    column('float', 'float'),
    column('boolean', 'boolean'),
    column('date', 'date'),
    column('timestamp', 'datetime'),
    column('time', 'time'),
    column('保険料', 'text'),
  ],
}

const texts = [
  "O'Brien '' \\' \\\\ \\n",
  'two\nlines\r\nand\ttab',
  '',
  '; DROP TABLE "x"; --',
  'GO\nGO\n/\n.\nexit;',
  '$(variable) &substituted :bind ?',
  '😀👩‍👩‍👧 保険料 ñ \u{1F1EF}\u{1F1F5}',
  '/* not a comment */ -- nor this',
  ' spaces at both ends ',
  '\u2028\u2029\u001A\u0001',
  '%_\'"`[]',
]

const rows: readonly SourceCell[][] = texts.map((text, i) => [
  i + 1,
  text,
  i === 3 ? 'long text é😀 '.repeat(90_000).slice(0, 1_000_000 - 1) : text,
  [0.1, -12345678901234.566, 1e-17, '12345678901234567', '-0.00000000000000000001', 1e17, 0, null, 3, -1, 123.456][i] ??
    null,
  [0.1, 1e300, -5e-324, 1.7976931348623157e308, 12345678901234568, 0.30000000000000004, 0, null, 1, -1, 2 ** 53][i] ??
    null,
  [true, false, null][i % 3] ?? null,
  ['1850-01-01', 1, 59, 61, 46_023, '1600-02-29', '9999-12-31', null, 2_958_465, 367, 366][i] ?? null,
  ['1850-01-01 23:59:59.999', 1.5, 46_023.123456, 45_000, '1582-10-15T00:00', null, 2_958_465.999, 61, 100.25, 2, 3][
    i
  ] ?? null,
  [0, 0.5, 0.999999, '23:59:59.999', '00:00', null, 0.25, 0.1, 0.7, 0.3, 0.6][i] ?? null,
  i % 2 === 0 ? null : text,
])

export const nastyRows: readonly SqlRow[] = rows.map((cells) =>
  cells.map((cell, i) => {
    const converted = convertValue(cell, nastyTable.columns[i] as SqlColumn)
    if ('problem' in converted) throw new Error(`${JSON.stringify(cell)} ${converted.problem}`)
    return converted.value
  }),
)

/** The scripts that load rows into a table and undo it, as the files hold them. */
export async function scriptsOf(
  name: DmlDialect,
  plan: SqlTable,
  current: readonly SqlRow[],
  { level, base, isCreated = false }: { level: SmartLevel; base?: readonly SqlRow[]; isCreated?: boolean },
): Promise<{ create: string; load: string; undo: string; table: ReturnType<typeof targetTable>['table'] }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'dml-test-'))
  try {
    const dialect = dialects[name]
    const { table } = targetTable(dialect, plan)
    const lines = (all: readonly SqlRow[]) => all.map((row) => `${JSON.stringify(row)}\n`).join('')
    await writeFile(path.join(folder, 'rows'), lines(current))
    if (base) await writeFile(path.join(folder, 'base'), lines(base))
    const [load, undo] = [new LineWriter(path.join(folder, 'load')), new LineWriter(path.join(folder, 'undo'))]
    await writeTable(
      {
        dialect,
        table,
        level,
        isCreated,
        rows: path.join(folder, 'rows'),
        base: base && path.join(folder, 'base'),
        folder,
        fileName: 'table',
      },
      (text) => load.write(text),
      (text) => undo.write(text),
    )
    await load.close()
    await undo.close()
    const read = (file: string) => readFile(path.join(folder, file), 'utf8')
    return { create: dialect.createTable(table), load: await read('load'), undo: await read('undo'), table }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
