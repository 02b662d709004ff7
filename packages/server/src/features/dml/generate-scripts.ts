import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { DmlTableCounts } from '@sheetwright/contract/dml/dml.ts'
import { previewedRows } from '@sheetwright/contract/dml/preview-dml.ts'
import { LineWriter } from '../../platform/files/line-file.ts'
import { RowConverter, shownProblems } from './convert-rows.ts'
import { type DmlAnswer, dmlFiles, type DmlTask } from './dml-request.ts'
import { type PlannedTable, planTables, structureChange } from './plan-tables.ts'
import type { SourceTable } from './source-tables.ts'
import { duplicateKeys } from './sql/compare-rows.ts'
import type { Dialect, SqlRow } from './sql/dialect.ts'
import { dialects } from './sql/dialects.ts'
import { commentOf, writeTable } from './sql/write-table.ts'

type Task = Exclude<DmlTask, { kind: 'describe' }>

/** The first statements of each table, and the problems in its data. */
export function previewScripts(task: Task, sources: readonly SourceTable[]): DmlAnswer {
  const dialect = dialects[task.dialect]
  const planned = planTables(dialect, sources, task)
  if ('kind' in planned) return planned
  const problems: string[] = []
  const warnings: string[] = []
  const tables = planned.map((one) => {
    const { plan, source, target } = one
    const converter = new RowConverter(dialect, one)
    const first: SqlRow[] = []
    let rowCount = 0
    for (const row of converter.rows()) if (rowCount++ < previewedRows) first.push(row)
    problems.push(...converter.problems)
    warnings.push(...warningsOf(one, task))
    const create = task.createTables ? dialect.createTable(target.table) : ''
    const kind = task.level === 0 ? 'insert' : 'upsert'
    const sql = create + (first.length === 0 ? '' : dialect[kind](target.table, first))
    return { source: source.source, name: plan.name, rowCount, sql }
  })
  return { kind: 'previewed', tables, problems: problems.slice(0, shownProblems), warnings }
}

/** Writes all scripts, the manifest and the log into the folder. */
export async function generateScripts(
  task: Task,
  sources: readonly SourceTable[],
  progress: (percent: number, note: string) => void,
): Promise<DmlAnswer> {
  const dialect = dialects[task.dialect]
  const planned = planTables(dialect, sources, task)
  if ('kind' in planned) return planned
  const log = [...task.about, '']
  const problems: string[] = []
  for (const [index, one] of planned.entries()) {
    progress((40 * index) / planned.length, one.plan.name)
    problems.push(...(await convertTable(dialect, one, rowsPlace(task, index))))
    log.push(...warningsOf(one, task))
    const base = task.bases.find(({ table }) => table.name === one.plan.name)
    const changed = task.level === 2 && base !== undefined ? structureChange(base.table, one.plan) : undefined
    if (changed !== undefined) problems.push(changed)
  }
  if (problems.length > 0) {
    log.push('No scripts were written, because of the data:', ...problems.slice(0, shownProblems))
    await writeLog(task, log)
    return { kind: 'generated', isComplete: false, problems: problems.slice(0, shownProblems), scripts: [], tables: [] }
  }
  const written = await writeScripts(task, dialect, planned, log, progress)
  await writeLog(task, log)
  return { kind: 'generated', isComplete: true, problems: [], ...written }
}

const rowsPlace = ({ folder }: Task, index: number) => path.join(folder, `rows-${index}.jsonl`)

function warningsOf({ plan, target }: PlannedTable, { bases, level, createTables, dialect }: Task): string[] {
  const base = bases.find(({ table }) => table.name === plan.name)
  const warnings: string[] = []
  const warning = (message: string) => {
    warnings.push(message)
  }
  for (const [from, to] of target.renamed)
    warning(`${from} is too long for ${dialect}, or not allowed; it is called ${to}.`)
  if (level === 2 && base === undefined) warning(`${plan.name} was not loaded before: all of its rows are written.`)
  if (plan.key.length === 0) warning(`${plan.name} has no key: its load cannot be undone row by row.`)
  if (level === 2 && base !== undefined && createTables) {
    warning(`${plan.name} was loaded before: no CREATE TABLE is written for it.`)
  }
  const sizes = ({ columns }: typeof plan) =>
    JSON.stringify(columns.map(({ length, precision, scale, nullable }) => [length, precision, scale, nullable]))
  if (level === 2 && base !== undefined && sizes(base.table) !== sizes(plan)) {
    warning(`Lengths of columns of ${plan.name} are not those of the last run: change the table before you load it.`)
  }
  return warnings
}

/** Writes the rows in the form in which they are compared and scripted, and returns their problems. */
async function convertTable(dialect: Dialect, planned: PlannedTable, file: string): Promise<string[]> {
  const converter = new RowConverter(dialect, planned)
  const writer = new LineWriter(file)
  for (const row of converter.rows()) await writer.write(`${JSON.stringify(row)}\n`)
  await writer.close()
  const { problems, problemCount } = converter
  if (problemCount > problems.length)
    problems.push(`… and ${problemCount - problems.length} more in ${planned.plan.source}`)
  if (problemCount > 0 || planned.plan.key.length === 0) return problems
  const twice = await duplicateKeys(dialect, planned.target.table, file, file, shownProblems)
  return twice.map(
    ([first, second]) =>
      `${planned.plan.source}, row ${second}: its key (${planned.plan.key.join(', ')}) is that of row ${first}`,
  )
}

async function writeScripts(
  task: Task,
  dialect: Dialect,
  planned: readonly PlannedTable[],
  log: string[],
  progress: (percent: number, note: string) => void,
) {
  const heading = task.about.map((line) => `-- ${commentOf(line)}\n`).join('')
  const scripts: string[] = []
  const open = async (name: string) => {
    const writer = new LineWriter(path.join(task.folder, name))
    await writer.write(heading + dialect.opening)
    return writer
  }
  const close = async (writer: LineWriter) => {
    await writer.write(dialect.closing)
    await writer.close()
  }
  const isLoaded = (one: PlannedTable) =>
    task.level === 2 && task.bases.some(({ table }) => table.name === one.plan.name)
  const created = task.createTables ? planned.filter((one) => !isLoaded(one)) : []
  if (created.length > 0) {
    const name = '00_create_tables.sql'
    const writer = await open(name)
    for (const { target } of created) await writer.write(dialect.createTable(target.table))
    await close(writer)
    scripts.push(name)
  }
  const undo = await open('rollback.sql')
  const tables: (DmlTableCounts & { plan: PlannedTable['plan']; file: string })[] = []
  for (const [index, one] of planned.entries()) {
    const { plan, target } = one
    progress(40 + (55 * index) / planned.length, plan.name)
    const name = `${String(index + 1).padStart(2, '0')}_${slugOf(plan.name)}.sql`
    const writer = await open(name)
    const base = task.bases.find(({ table }) => table.name === plan.name)
    const isSame = base !== undefined && structureChange(base.table, plan) === undefined
    const counts = await writeTable(
      {
        dialect,
        table: target.table,
        level: task.level,
        isCreated: created.includes(one),
        rows: rowsPlace(task, index),
        base: isSame ? path.join(task.folder, base.file) : undefined,
        folder: task.folder,
        fileName: `table-${index}`,
      },
      (text) => writer.write(text),
      (text) => undo.write(text),
    )
    await close(writer)
    scripts.push(name)
    const rows = counts.inserted + counts.upserted + counts.unchanged
    tables.push({ source: plan.source, name: target.table.name, rows, ...counts, plan, file: `rows-${index}.jsonl` })
    log.push(
      `${name}: ${plan.source} to ${target.table.name}: ${rows} rows, ${counts.inserted} inserted, ${counts.upserted} upserted, ` +
        `${counts.deleted} deleted, ${counts.unchanged} unchanged`,
    )
  }
  await close(undo)
  scripts.push('rollback.sql')
  const manifest = {
    version: 1,
    dialect: task.dialect,
    smartLevel: task.level,
    about: task.about,
    scripts: scripts.filter((name) => name !== 'rollback.sql'),
    rollback: 'rollback.sql',
    tables: tables.map(({ source, name, rows, plan: { columns, key } }) => ({ source, name, rows, columns, key })),
  }
  await writeFile(path.join(task.folder, dmlFiles.manifest), `${JSON.stringify(manifest, null, 2)}\n`)
  return { scripts, tables }
}

async function writeLog({ folder }: Task, lines: readonly string[]): Promise<void> {
  await writeFile(path.join(folder, dmlFiles.log), `${lines.join('\n')}\n`)
}

/** A name valid in every file system. */
function slugOf(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N}_-]+/gu, '_').slice(0, 60) || 'table'
}
