import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { serveParent } from '../../../platform/sandbox/serve-parent.ts'
import { editTable } from './edit-table.ts'
import { openTables } from './open-tables.ts'
import { replaceTables } from './replace-tables.ts'
import { type TableAnswer, tableFiles, type TableTask } from './table-request.ts'
import { storeTables } from './store-tables.ts'

/** Runs in a child process: the workbook is untrusted. */
serveParent<TableTask>(async (task, progress): Promise<TableAnswer> => {
  progress(0, 'read')
  const bytes = await readFile(path.join(task.folder, tableFiles.workbook))
  const opened = await openTables(bytes, {
    isMaster: task.kind !== 'replace' && (task.kind === 'edit' || task.isMaster),
  })
  if (opened.kind === 'refused') return opened
  progress(50, 'tables')
  switch (task.kind) {
    case 'read':
      return { ...nothingChanged(), tables: await storeTables(task.folder, opened) }
    case 'edit':
      return editTable(task, bytes, opened)
    case 'replace':
      return replaceTables(task, bytes, opened)
    default:
      return task satisfies never
  }
})

function nothingChanged() {
  return { kind: 'done' as const, ranges: [], recomputed: 0, outputs: [], outputCount: 0, testBeds: [] }
}
