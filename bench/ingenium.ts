import { fork } from 'node:child_process'
import { createReadStream, openAsBlob } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { uploadEngine } from '@sheetwright/contract/engines/upload-engine.ts'
import { downloadPolicies } from '@sheetwright/contract/ingenium/download-policies.ts'
import { getRunStatus } from '@sheetwright/contract/ingenium/get-run-status.ts'
import { policyMapping } from '@sheetwright/contract/ingenium/mapping.ts'
import type { PolicyRun } from '@sheetwright/contract/ingenium/policy-run.ts'
import { runPolicies } from '@sheetwright/contract/ingenium/run-policies.ts'
import { saveMapping } from '@sheetwright/contract/ingenium/save-mapping.ts'
import { createProduct } from '@sheetwright/contract/products/create-product.ts'
import { isBad, policyInputs, policyModel, policyOutputs, writeExtract } from './ingenium/extract.ts'
import { startKilledServer, untilAnswered } from './killed-server.ts'
import { figuresOfTree } from './process-tree.ts'
import { xlsxOf } from './workbooks/write-xlsx.ts'

/**
 * Measures the throughput of a policy extract through the premium engine, against a loop on one core that reads the
 * same file, calls the compiled program and writes the same result; its memory; and whether a run whose server is
 * killed midway has every policy exactly once. `POLICIES=1000000` is the number of policies.
 */
const policies = Number(process.env['POLICIES'] ?? 1_000_000)
const leastRatio = 0.5
const mostGrowth = 600 * 1024 * 1024

const folder = await mkdtemp(path.join(tmpdir(), 'sheetwright-policies-'))
const extract = path.join(folder, 'policies.csv')
const failures: string[] = []
const { client, pid, restart, stop } = await startKilledServer()
try {
  await writeExtract(extract, policies)
  const mappingId = await mappingOfPremium()
  const idle = await residentOf(pid())
  const bare = await bareRate()
  const { run, peak } = await runOnce(mappingId)
  const rate = policies / ((Date.parse(run.completedAt ?? '') - Date.parse(run.startedAt ?? '')) / 1000)
  const ratio = rate / bare
  const growth = peak - idle
  console.log(`${policies} policies: ${Math.round(rate)}/s, bare loop ${Math.round(bare)}/s, ratio ${ratio.toFixed(2)}`)
  console.log(
    `memory of all processes: ${megabytes(idle)} before, ${megabytes(peak)} at most, ${megabytes(growth)} more`,
  )
  if (ratio < leastRatio) failures.push(`The ratio is below ${leastRatio}`)
  if (growth > mostGrowth) failures.push(`The memory grew by more than ${megabytes(mostGrowth)}`)
  await reconcile(run)
  const killed = await runOnce(mappingId, { killedAt: policies / 2 })
  await reconcile(killed.run)
  console.log('killed in the middle: every policy exactly once')
  const results = path.join(import.meta.dirname, 'results')
  await mkdir(results, { recursive: true })
  const figures = { at: new Date().toISOString(), cores: cpus().length, policies, rate, bare, ratio, idle, peak }
  await writeFile(path.join(results, 'ingenium.json'), `${JSON.stringify(figures, null, 2)}\n`)
} finally {
  await stop()
  await rm(folder, { recursive: true, force: true })
}
for (const failure of failures) console.error(`FAILED: ${failure}`)
process.exitCode = failures.length > 0 ? 1 : 0

async function mappingOfPremium(): Promise<string> {
  const { id: product } = await client.call(createProduct, { body: { Name: 'Property' } })
  const { engineId } = await client.call(uploadEngine, {
    params: { product },
    body: { data: JSON.stringify({ serviceName: 'Premium', publish: true }) },
    files: { file: { content: new Blob([new Uint8Array(xlsxOf(policyModel))]), fileName: 'Premium.xlsx' } },
  })
  const field = (name: string) => ({ kind: 'field', name }) as const
  const mapping = policyMapping.parse({
    extract: { format: 'csv', fields: ['Policy', ...policyInputs].map((name) => ({ name })) },
    inputs: policyModel.inputs.map(({ name, range }) => ({
      input: name,
      from: field(name),
      conversions: typeof range[0] === 'number' ? ['number'] : [],
    })),
    result: { format: 'csv', fields: ['Policy', ...policyOutputs].map((name) => ({ name })) },
    outputs: [
      { field: 'Policy', from: field('Policy') },
      ...policyOutputs.map((name) => ({ field: name, from: { kind: 'output', name } })),
    ],
    recordKey: 'Policy',
  })
  return (await client.call(saveMapping, { body: { engineId, name: 'Nightly', mapping } })).id
}

/** Runs the extract; optionally kills the server once so many policies have been read. */
async function runOnce(mappingId: string, { killedAt }: { killedAt?: number } = {}) {
  const file = { content: await openAsBlob(extract), fileName: 'policies.csv' }
  const { run: queued } = await client.call(runPolicies, { body: { mappingId }, files: { file } })
  let peak = 0
  let hasDied = killedAt === undefined
  for (;;) {
    const run = await untilAnswered(() => client.call(getRunStatus, { params: { run: queued.id } }))
    if (!['Pending', 'InProgress'].includes(run.taskQueue.status)) {
      if (run.taskQueue.status !== 'Success') throw new Error(`The run ended with ${run.failureReason ?? ''}`)
      if (!hasDied) failures.push('The run ended before the server was killed: take more policies')
      return { run, peak }
    }
    if (!hasDied && run.read >= (killedAt ?? 0)) {
      await restart()
      hasDied = true
    }
    peak = Math.max(peak, await residentOf(pid()))
    await setTimeout(500)
  }
}

/** Read equals written plus rejected, and the files hold each policy once, in order. */
async function reconcile({ id, read, written, rejected }: PolicyRun): Promise<void> {
  const bad = Array.from({ length: policies }, (_, policy) => policy).filter(isBad)
  if (read !== policies || written + rejected !== read || rejected !== bad.length) {
    failures.push(`${read} read, ${written} written, ${rejected} rejected of ${policies}`)
  }
  for (const part of ['result', 'rejects'] as const) {
    const { blob } = await client.call(downloadPolicies, { params: { run: id, part } })
    const file = path.join(folder, part)
    await writeFile(file, blob.stream())
    const wanted = (function* () {
      for (let policy = 0; policy < policies; policy++) if (isBad(policy) === (part === 'rejects')) yield policy
    })()
    let line = 0
    for await (const text of createInterface({ input: createReadStream(file) })) {
      if (line++ === 0) continue
      const next = wanted.next()
      // Rejects begin with the number of the record, which counts from 1.
      if (next.done === true || !text.startsWith(`${part === 'rejects' ? next.value + 1 : next.value},`)) {
        failures.push(`Line ${line} of the ${part} is ${text.slice(0, 60)}`)
        break
      }
    }
    if (wanted.next().done !== true) failures.push(`The ${part} are not whole`)
  }
}

function bareRate(): Promise<number> {
  return new Promise((resolve, reject) => {
    const script = path.join(import.meta.dirname, 'ingenium/bare-loop.ts')
    const child = fork(script, [extract, path.join(folder, 'bare.csv')])
    child.once('message', (rate) => resolve(Number(rate)))
    child.once('exit', (code) => reject(new Error(`The bare loop ended with ${code}`)))
  })
}

async function residentOf(root: number): Promise<number> {
  return (await figuresOfTree(root)).residentBytes
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1024 / 1024)} MB`
}
