import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import type { SqlColumn } from '@sheetwright/contract/dml/dml.ts'
import { plainDecimal } from '../src/features/dml/sql/convert-value.ts'
import type { SqlRow, SqlValue, TargetTable } from '../src/features/dml/sql/dialect.ts'
import { dialects } from '../src/features/dml/sql/dialects.ts'
import { nastyRows, nastyTable, scriptsOf } from '../test/dml/nasty-tables.ts'

/**
 * Runs the MySQL scripts through the client of Debian's MariaDB (`apt install mariadb-server`), reads every cell back
 * and compares: all rows inserted, upserted, changed by a load of level 2, and undone.
 */
const folder = await mkdtemp(path.join(tmpdir(), 'sheetwright-mariadb-'))
const socket = path.join(folder, 'socket')
const quote = (name: string) => dialects.mysql.quote(name)

function client(script: string): string {
  const args = [
    '--no-defaults',
    `--socket=${socket}`,
    '--user=root',
    '--batch',
    '--skip-column-names',
    '--raw',
    'proof',
  ]
  return execFileSync('mariadb', [...args, '--max-allowed-packet=64M'], {
    input: script,
    maxBuffer: 1e9,
    encoding: 'utf8',
  })
}

const run = (script: string) => client(dialects.mysql.opening + script + dialects.mysql.closing)

function readBack({ name, columns, key }: TargetTable): SqlRow[] {
  const cell = (column: SqlColumn) => `coalesce(hex(cast(${quote(column.name)} AS char CHARACTER SET utf8mb4)), 'NULL')`
  const order = key.map((place) => `${quote(name)}.${quote(columns[place]?.name ?? '')}`).join(', ')
  const found = client(
    `SET NAMES utf8mb4; SELECT ${columns.map(cell).join(', ')} FROM ${quote(name)} ORDER BY ${order};`,
  )
  return found
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split('\t').map((hex, i) => valueOf(hex, columns[i]?.type)))
}

function valueOf(hex: string, type: SqlColumn['type'] | undefined): SqlValue {
  if (hex === 'NULL') return null
  const text = Buffer.from(hex, 'hex').toString('utf8')
  if (type === 'boolean') return text === '1'
  if (type === 'float') return String(Number(text))
  return type === 'decimal' ? (plainDecimal(text) ?? text) : text
}

function same(what: string, found: readonly SqlRow[], wanted: readonly SqlRow[]): void {
  const differing = wanted.flatMap((row, i) =>
    row.flatMap((value, j) => (found[i]?.[j] === value ? [] : [`row ${i + 1}, ${nastyTable.columns[j]?.name}`])),
  )
  if (found.length !== wanted.length || differing.length > 0) {
    throw new Error(`${what}: ${found.length} rows instead of ${wanted.length}; ${differing.slice(0, 5).join('; ')}`)
  }
  process.stdout.write(
    `${what}: ${wanted.length} rows, ${wanted.length * nastyTable.columns.length} cells are the same\n`,
  )
}

async function started(server: ChildProcess): Promise<void> {
  for (;;) {
    if (server.exitCode !== null) throw new Error(`mariadbd ended with ${server.exitCode}`)
    try {
      execFileSync('mariadb', ['--no-defaults', `--socket=${socket}`, '--user=root', '-e', 'CREATE DATABASE proof'], {
        stdio: 'ignore',
      })
      return
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
}

const data = path.join(folder, 'data')
const user = `--user=${userInfo().username}`
execFileSync('mariadb-install-db', [
  '--no-defaults',
  `--datadir=${data}`,
  user,
  '--auth-root-authentication-method=normal',
])
const options = [
  '--no-defaults',
  `--datadir=${data}`,
  `--socket=${socket}`,
  user,
  '--skip-networking',
  '--max-allowed-packet=64M',
]
const server = spawn('mariadbd', options, { stdio: 'ignore' })
try {
  await started(server)
  const first = await scriptsOf('mysql', nastyTable, nastyRows, { level: 0 })
  run(first.create)
  run(first.load)
  same('inserted', readBack(first.table), nastyRows)
  run((await scriptsOf('mysql', nastyTable, nastyRows, { level: 1 })).load)
  same('upserted', readBack(first.table), nastyRows)
  const edited = nastyRows.slice(2).map((row, i) => (i % 3 === 0 ? row.with(1, `edited '${i}'\\`) : row))
  const next = await scriptsOf('mysql', nastyTable, edited, { level: 2, base: nastyRows })
  run(next.load)
  same('changes only', readBack(first.table), edited)
  run(next.undo)
  same('undone', readBack(first.table), nastyRows)
} finally {
  server.kill()
  await new Promise((resolve) => server.once('exit', resolve))
  await rm(folder, { recursive: true, force: true })
}
