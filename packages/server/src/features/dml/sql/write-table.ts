import type { DmlTableCounts, SmartLevel } from '@sheetwright/contract/dml/dml.ts'
import { compareRows, type RowChanges } from './compare-rows.ts'
import type { Dialect, TargetTable } from './dialect.ts'
import { rowsOfFile } from './row-file.ts'
import { type Write, writeStatements } from './write-statements.ts'

/** One table to be scripted. */
export interface TableWork {
  readonly dialect: Dialect
  readonly table: TargetTable
  readonly level: SmartLevel
  /** The same scripts create the table, so that undoing means dropping it. */
  readonly isCreated: boolean
  /** Files of rows: now, and after the last successful run, if any. */
  readonly rows: string
  readonly base: string | undefined
  readonly folder: string
  readonly fileName: string
}

type Counts = Pick<DmlTableCounts, 'inserted' | 'upserted' | 'deleted' | 'unchanged'>

/** Writes the statements of one table, and those that undo them. */
export async function writeTable(work: TableWork, write: Write, undo: Write): Promise<Counts> {
  const { dialect, table, level, isCreated } = work
  const counts = { inserted: 0, upserted: 0, deleted: 0, unchanged: 0 }
  const changes = work.base === undefined || table.key.length === 0 ? undefined : await changesOf(work, work.base)
  if (level === 2 && changes !== undefined) {
    counts.deleted = await writeStatements(dialect, 'remove', table, rowsOfFile(changes.removed), write)
    for (const file of [changes.after, changes.added]) {
      counts.upserted += await writeStatements(dialect, 'upsert', table, rowsOfFile(file), write)
    }
    counts.unchanged = changes.counts.same
  } else {
    const kind = level === 0 ? 'insert' : 'upsert'
    const count = await writeStatements(dialect, kind, table, rowsOfFile(work.rows), write)
    if (level === 0) counts.inserted = count
    else counts.upserted = count
  }
  if (isCreated) await undo(dialect.dropTable(table))
  else await writeUndo(work, changes, undo)
  return counts
}

async function changesOf({ dialect, table, rows, folder, fileName }: TableWork, base: string): Promise<RowChanges> {
  return compareRows(dialect, table, { old: base, new: rows, folder, name: fileName })
}

async function writeUndo({ dialect, table, level, rows }: TableWork, changes: RowChanges | undefined, undo: Write) {
  if (table.key.length === 0) {
    await undo(`-- ${commentOf(table.name)} has no key: its rows cannot be told from those that were there before.\n`)
    return
  }
  if (level === 0 || changes === undefined) {
    if (level !== 0) {
      await undo(
        `-- No earlier run of ${commentOf(table.name)} is known: rows with these keys are deleted, not set back to what they were.\n`,
      )
    }
    await writeStatements(dialect, 'remove', table, rowsOfFile(rows), undo)
    return
  }
  await writeStatements(dialect, 'remove', table, rowsOfFile(changes.added), undo)
  for (const file of level === 2 ? [changes.before, changes.removed] : [changes.before]) {
    await writeStatements(dialect, 'upsert', table, rowsOfFile(file), undo)
  }
}

/** Escapes a name so that it cannot end the comment. */
export function commentOf(name: string): string {
  return name.replaceAll(/[\r\n]/g, ' ')
}
