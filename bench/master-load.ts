import { setTimeout } from 'node:timers/promises'
import { getVersions } from '@sheetwright/contract/engines/get-versions.ts'
import { uploadEngine } from '@sheetwright/contract/engines/upload-engine.ts'
import { executeEngine } from '@sheetwright/contract/execution/execute-engine.ts'
import { getJob } from '@sheetwright/contract/jobs/get-job.ts'
import { addMasterReference } from '@sheetwright/contract/master-references/add-master-reference.ts'
import { getSyncReport } from '@sheetwright/contract/master-references/get-sync-report.ts'
import { publishMasterReference } from '@sheetwright/contract/master-references/publish-master-reference.ts'
import { readRange } from '@sheetwright/contract/master-references/read-range.ts'
import { syncAllDownStreamEngines } from '@sheetwright/contract/master-references/sync-all-down-stream-engines.ts'
import { writeRange } from '@sheetwright/contract/master-references/write-range.ts'
import { createProduct } from '@sheetwright/contract/products/create-product.ts'
import { getDiagnostics } from '@sheetwright/contract/system/get-diagnostics.ts'
import { workbookFile } from '../packages/server/demo/workbook-file.ts'
import { openOffice } from '../packages/server/src/platform/office/office.ts'
import { startKilledServer, untilAnswered } from './killed-server.ts'
import { largeTable } from './master/large-table.ts'
import { rateEngine, rateMaster, ratesAfter, ratesBefore, variedInputs } from './master/rate-table.ts'

/**
 * Master data under load and crashes, on its own server: many engines are synced while the server is killed twice,
 * results of a synced engine are compared with the workbook with the table pasted in by hand, and a large table is
 * read, filtered, edited, published and synced.
 */
const engineCount = Number(process.env['MASTER_LOAD_ENGINES'] ?? 50)
const inputCount = Number(process.env['MASTER_LOAD_INPUTS'] ?? 200)
const rowCount = Number(process.env['MASTER_LOAD_ROWS'] ?? 100_000)
const columnCount = 20

const { client, restart, stop } = await startKilledServer({ SHEETWRIGHT_LIBREOFFICE: 'auto' })
const failures: string[] = []

try {
  const { id: product } = await client.call(createProduct, { body: { Name: 'Motor' } })
  if (engineCount > 0) await syncThatIsKilled(product)
  if (inputCount > 0) await sameAsByHand(product)
  if (rowCount > 0) await largeRange(product)
} finally {
  await stop()
}
for (const failure of failures) console.error(`FAILED: ${failure}`)
process.exitCode = failures.length > 0 ? 1 : 0

/** Each engine must have exactly one new version afterwards. */
async function syncThatIsKilled(product: string): Promise<void> {
  const documentId = await addMaster('Killed rates', await workbookFile(rateMaster('Killed', ratesBefore)))
  const workbook = await workbookFile(rateEngine('Killed', ratesBefore))
  const engines: string[] = []
  for (let n = 1; n <= engineCount; n++) engines.push(await addEngine(product, `Killed ${n}`, workbook))
  await changeRates(documentId, 'Killed')
  const since = performance.now()
  const { jobId } = await client.call(syncAllDownStreamEngines, { body: { documentId, publish: true } })
  const report = () => untilAnswered(() => client.call(getSyncReport, { params: { job: jobId } }))
  let kills = 0
  for (const share of [1 / 3, 2 / 3]) {
    while ((await report()).synced < engineCount * share) await setTimeout(50)
    await restart()
    kills++
  }
  await jobEnded(jobId)
  const { synced, failed, waiting } = await report()
  let wrong = 0
  for (const engine of engines) {
    const { count } = await client.call(getVersions, { params: { product, engine } })
    if (count !== 2) wrong++
  }
  console.log(
    `${engineCount} engines synced with ${kills} kills in ${seconds(since)}: ${synced} synced, ${failed} failed, ${waiting} waiting, ${wrong} without exactly one new version`,
  )
  if (wrong > 0 || synced !== engineCount) failures.push('a sync that was killed left engines out or made them twice')
}

/** The synced engine must answer like the workbook with the table pasted in. */
async function sameAsByHand(product: string): Promise<void> {
  const documentId = await addMaster('Pasted rates', await workbookFile(rateMaster('Pasted', ratesBefore)))
  const synced = await addEngine(product, 'Synced', await workbookFile(rateEngine('Pasted', ratesBefore)))
  const byHand = await addEngine(product, 'By hand', await workbookFile(rateEngine(undefined, ratesAfter)))
  await changeRates(documentId, 'Pasted')
  const { jobId } = await client.call(syncAllDownStreamEngines, { body: { documentId, publish: true } })
  await jobEnded(jobId)
  const outputs = async (engine: string, inputs: Record<string, number>) => {
    const params = { product, engine }
    const { xOutput } = await client.call(executeEngine, { params, body: { request_data: { inputs } } })
    return JSON.stringify(xOutput)
  }
  const others = [{ engine: byHand, who: 'the workbook with the table pasted in' }]
  const { isInstalled } = await openOffice('auto')
  if (isInstalled) {
    const workbook = await workbookFile(rateEngine(undefined, ratesAfter))
    const engine = await addEngine(product, 'By LibreOffice', workbook, 'Type3')
    others.push({ engine, who: 'the same, computed by LibreOffice' })
  } else console.log('LibreOffice is not installed, so it was not asked')
  for (const { engine, who } of others) {
    let different = 0
    for (const inputs of variedInputs(inputCount))
      if ((await outputs(synced, inputs)) !== (await outputs(engine, inputs))) different++
    console.log(`${inputCount} varied inputs: ${different} results differ from ${who}`)
    if (different > 0) failures.push(`a synced engine answers differently from ${who}`)
  }
}

async function largeRange(product: string): Promise<void> {
  const start = await residentBytes()
  let most = start
  let busy = true
  const watching = (async () => {
    while (busy) {
      most = Math.max(most, await residentBytes())
      await setTimeout(500)
    }
  })()
  const timed = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    const since = performance.now()
    const result = await work()
    console.log(`${rowCount} rows by ${columnCount} columns, ${what}: ${seconds(since)}`)
    return result
  }
  const master = await largeTable(rowCount, columnCount, { asEngine: false })
  const documentId = await timed('add and publish', () => addMaster('Large table', master))
  const engine = await largeTable(rowCount, columnCount, { asEngine: true })
  const engineId = await timed('upload an engine that copies it', () => addEngine(product, 'Large', engine))
  const range = 'Large'
  await timed('read a page at its end', () =>
    client.call(readRange, { body: { documentId, range, page: Math.ceil(rowCount / 100), pageSize: 100 } }),
  )
  const found = await timed('filter and sort', () =>
    client.call(readRange, {
      body: {
        documentId,
        range,
        filter: [{ column: 'C2', operator: 'greaterOrEqual', value: rowCount / 2 }],
        sort: '-C3',
      },
    }),
  )
  const update = Array.from({ length: 10 }, (_, i) => ({
    row: (i + 1) * Math.floor(rowCount / 10),
    values: { C2: -i },
  }))
  const { version } = await timed('edit ten rows', () =>
    client.call(writeRange, { body: { documentId, range, update } }),
  )
  await timed('publish', () => client.call(publishMasterReference, { body: { documentId, version: version.id } }))
  await timed('sync the engine', async () => {
    const { jobId } = await client.call(syncAllDownStreamEngines, { body: { documentId, publish: true } })
    await jobEnded(jobId)
    const { synced, engines } = await client.call(getSyncReport, { params: { job: jobId } })
    if (synced !== 1)
      failures.push(`the engine of a large table was not synced: ${JSON.stringify(engines).slice(0, 500)}`)
  })
  const { xOutput } = await client.call(executeEngine, {
    params: { product, engine: engineId },
    body: { request_data: { inputs: { Key: Math.floor(rowCount / 10) * 2 } } },
  })
  if (xOutput?.['Value'] !== -1) failures.push('the synced engine does not find the edited row')
  busy = false
  await watching
  console.log(
    `${found.count} rows matched; memory of the server ${megabytesOf(start)} at the start, ${megabytesOf(most)} at most; files ${megabytesOf(master.length)} and ${megabytesOf(engine.length)}`,
  )
}

async function addMaster(serviceName: string, workbook: Buffer): Promise<string> {
  const { documentId } = await client.call(addMasterReference, {
    body: { data: JSON.stringify({ publish: true }) },
    files: { file: { content: new Blob([new Uint8Array(workbook)]), fileName: `${serviceName}.xlsx` } },
  })
  return documentId
}

async function addEngine(
  product: string,
  serviceName: string,
  workbook: Buffer,
  engineType: 'Type1' | 'Type3' = 'Type1',
): Promise<string> {
  const { engineId } = await client.call(uploadEngine, {
    params: { product },
    body: { data: JSON.stringify({ serviceName, engineType, publish: true }) },
    files: { file: { content: new Blob([new Uint8Array(workbook)]), fileName: `${serviceName}.xlsx` } },
  })
  return engineId
}

/** Sets the rates of the master to `ratesAfter` and publishes them. */
async function changeRates(documentId: string, range: string): Promise<void> {
  const update = ratesAfter.map((rate, row) => ({ row: row + 1, values: { Rate: rate } }))
  const { version } = await client.call(writeRange, { body: { documentId, range, update } })
  await client.call(publishMasterReference, { body: { documentId, version: version.id } })
}

async function jobEnded(jobId: string): Promise<void> {
  const job = () => untilAnswered(() => client.call(getJob, { params: { job: jobId } }))
  while (['Pending', 'InProgress'].includes((await job()).status)) await setTimeout(200)
}

async function residentBytes(): Promise<number> {
  return (await client.call(getDiagnostics)).memory.residentBytes
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`
}

function megabytesOf(bytes: number): string {
  return `${Math.round(bytes / 1024 / 1024)} MB`
}
