import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { defaultLimits } from '../src/1-read/limits.ts'
import { readWorkbook } from '../src/1-read/read-workbook.ts'
import { ZipPackage } from '../src/1-read/zip-package.ts'
import type { Range } from '../src/model/address.ts'
import type { Workbook } from '../src/model/workbook.ts'
import type { CellValue } from '../src/write-back/changes.ts'
import { writeWorkbook } from '../src/write-back/write-workbook.ts'
import { zipParts } from '../test/workbook-builder.ts'
import { mutateBytes, mutateXml, Random } from './mutate.ts'
import { sampleWorkbooks } from './sample-workbooks.ts'
import type { WorkerMessage } from './watch-worker.ts'

/** Runs the cases that it is given and says which one it is at, so that the main thread notices a hang. */
export interface WorkerTask {
  readonly seed: number
  readonly first: number
  readonly cases: number
  /** Real workbooks to start from, beside the built ones. */
  readonly folder: string | undefined
  /** Where the bytes of the current case are kept for a closer look. */
  readonly keep: string | undefined
}

const MAX_SAMPLE_BYTES = 300_000
const task = workerData as WorkerTask
const send = (message: WorkerMessage): void => parentPort?.postMessage(message, [])

const samples = [...(await sampleWorkbooks()), ...folderSamples(task.folder)]
const codes: Record<string, number> = {}
let readable = 0
for (let number = task.first; number < task.first + task.cases; number++) {
  const random = new Random(task.seed * 1_000_003 + number)
  const sample = random.pick(samples)
  send({ kind: 'case', number, name: sample.name })
  try {
    await runCase(await mutated(sample.bytes, random))
  } catch (failure) {
    const error = failure instanceof Error ? (failure.stack ?? failure.message) : String(failure)
    send({ kind: 'failure', number, name: sample.name, error })
  }
}
send({
  kind: 'done',
  summary: `${task.cases} cases, seed ${task.seed}: ${readable} still readable; ${JSON.stringify(codes)}`,
})

async function runCase(bytes: Buffer): Promise<void> {
  if (task.keep !== undefined) writeFileSync(task.keep, bytes)
  const { workbook, diagnostics } = await readWorkbook(bytes)
  for (const { code } of diagnostics) codes[code] = (codes[code] ?? 0) + 1
  if (!workbook) {
    if (diagnostics.length === 0) throw new Error('nothing was read and nothing was said')
    return
  }
  readable++
  if (workbook.format === 'xlsx') await runWriteBack(bytes, workbook)
  const { rows, cols } = workbook.grid
  const check = ({ top, left, bottom, right }: Range): void => {
    if (top > bottom || left > right || bottom >= rows || right >= cols) throw new Error('a range outside the grid')
  }
  for (const table of workbook.tables) check(table.range)
  for (const sheet of workbook.sheets) {
    for (const range of [...sheet.merges, ...sheet.validations.flatMap((validation) => validation.ranges)]) check(range)
    for (const region of sheet.regions) check(region.range)
    if (sheet.autoFilter) check(sheet.autoFilter)
    sheet.cells.forEach((row, col, cell) => {
      if (!workbook.styles[cell.style]) throw new Error(`cell ${row},${col} has no style`)
      if (row < 0 || col < 0 || row >= rows || col >= cols) throw new Error('a cell outside the grid')
    })
  }
}

/** A workbook that was read can be written, or is refused with a reason. */
async function runWriteBack(bytes: Buffer, workbook: Workbook): Promise<void> {
  const inputs = workbook.sheets.map((_, sheet) => ({ sheet, row: 1, col: 1, value: 'changed' }))
  const results: CellValue[] = []
  workbook.sheets.forEach((sheet, index) => {
    sheet.cells.forEach((row, col, cell) => {
      if (cell.kind === 'formula') results.push({ sheet: index, row, col, value: 0.5 })
    })
  })
  const written = await writeWorkbook(bytes, workbook, { inputs, results })
  if (!written.bytes && written.diagnostics.length === 0) throw new Error('nothing was written and nothing was said')
}

/** Bytes of a zip are mostly packed, so usually a part inside is changed instead. */
async function mutated(bytes: Buffer, random: Random): Promise<Buffer> {
  if (bytes.readUInt16LE(0) !== 0x4b50 || random.next() < 0.2) return mutateBytes(bytes, random)
  const zip = await ZipPackage.open(bytes, defaultLimits)
  const parts: Record<string, Buffer> = {}
  for (const name of zip.partNames()) parts[name] = await zip.readWhole(name)
  for (let count = 1 + random.below(3); count > 0; count--) {
    const name = random.pick(Object.keys(parts))
    const content = parts[name] ?? Buffer.alloc(0)
    const isXml = content[0] === 0x3c
    if (random.next() < 0.05) delete parts[name]
    else if (isXml && random.next() < 0.7) parts[name] = Buffer.from(mutateXml(content.toString('utf8'), random))
    else parts[name] = mutateBytes(content, random)
  }
  return zipParts(parts)
}

function folderSamples(folder: string | undefined): { name: string; bytes: Buffer }[] {
  if (folder === undefined) return []
  return readdirSync(folder)
    .map((name) => ({ name, bytes: readFileSync(path.join(folder, name)) }))
    .filter(({ bytes }) => bytes.length > 4 && bytes.length < MAX_SAMPLE_BYTES)
}
