import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { dmlFiles, type DmlTask } from '@sheetwright/server/features/dml/dml-request.ts'
import { generateScripts } from '@sheetwright/server/features/dml/generate-scripts.ts'
import { sourceTables } from '@sheetwright/server/features/dml/source-tables.ts'

/** The two steps of a data load's child process, measured separately: reading the workbook and writing the scripts. */
const [folder = ''] = process.argv.slice(2)
const peak = async () => Number(/VmHWM:\s+(\d+)/.exec(await readFile('/proc/self/status', 'utf8'))?.[1] ?? 0) / 1024
const begun = performance.now()
const before = await peak()
const sources = await sourceTables(await readFile(path.join(folder, dmlFiles.workbook)), folder)
if ('kind' in sources) throw new Error(sources.message)
const [read, readAt] = [await peak(), performance.now()]
const task: Exclude<DmlTask, { kind: 'describe' }> = {
  kind: 'generate',
  folder,
  dialect: 'postgres',
  level: 0,
  tables: undefined,
  createTables: true,
  bases: [],
  about: [],
}
const answer = await generateScripts(task, sources, () => undefined)
if (answer.kind !== 'generated' || !answer.isComplete)
  throw new Error(`No scripts: ${JSON.stringify(answer).slice(0, 500)}`)
const rows = answer.tables.reduce((sum, { inserted }) => sum + inserted, 0)
const seconds = (from: number, to: number) => (to - from) / 1000
const figures = {
  rows,
  before,
  read,
  written: await peak(),
  readSeconds: seconds(begun, readAt),
  writeSeconds: seconds(readAt, performance.now()),
}
process.send?.(figures)
