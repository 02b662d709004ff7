import { fork } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import path from 'node:path'
import { getTestRun } from '@sheetwright/contract/test-beds/get-test-run.ts'
import { queueTestRun } from '@sheetwright/contract/test-beds/queue-test-run.ts'
import { uploadTestBed } from '@sheetwright/contract/test-beds/upload-test-bed.ts'
import { waitForJob } from '@sheetwright/server/platform/jobs/wait-for-job.ts'
import { publishedEngine } from '../packages/server/test/support/published-engine.ts'
import { casesOf, type Subject, subjects } from './testbed/cases.ts'
import { startWholeProduct } from './whole-product.ts'
import { xlsxOf } from './workbooks/write-xlsx.ts'

/**
 * How fast test beds run: cases per second of whole runs, as the run page tells them, against a loop on one core that calls
 * the compiled program and writes the same results.
 */
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3)
const leastRatio = 1.2
const { services, person, stopping, stop } = await startWholeProduct()
const { client } = person

async function testBedOf(subject: Subject): Promise<string> {
  const engine = await publishedEngine({ services }, person, xlsxOf(subject.model))
  const names = subject.model.inputs.map(({ name }) => name)
  const lines = [names.join(',')]
  for (const record of casesOf(subject)) lines.push(names.map((name) => String(record[name])).join(','))
  const file = { content: new Blob([lines.join('\n')]), fileName: `${subject.name}.csv` }
  const body = { engineId: engine.engineId, name: subject.name }
  return (await client.call(uploadTestBed, { body, files: { file } })).testbedId
}

async function runOnce(testbedId: string): Promise<number> {
  const { testRun } = await client.call(queueTestRun, { body: { testbedId } })
  const { tenantId, userId } = person
  await waitForJob(services, { tenantId, userId, jobId: testRun.testbedQueueId }, stopping)
  const { status, casesPerSecond, errors } = await client.call(getTestRun, { params: { run: testRun.id } })
  if (status !== 'Success' || errors > 0 || casesPerSecond === null) throw new Error(`The run ended with ${status}`)
  return casesPerSecond
}

function bareRates(): Promise<Record<string, number>> {
  return new Promise((resolve, reject) => {
    const child = fork(path.join(import.meta.dirname, 'testbed/bare-loop.ts'))
    child.once('message', (rates) => resolve(rates as Record<string, number>))
    child.once('exit', (code) => reject(new Error(`The bare loop ended with ${code}`)))
  })
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

try {
  const measured = subjects.map(({ name }) => ({ name, product: [] as number[], bare: [] as number[] }))
  const beds: string[] = []
  for (const subject of subjects) beds.push(await testBedOf(subject))
  // In turns, so that what else the machine does falls on both sides alike; the first one warms up.
  for (let round = 0; round <= rounds; round++) {
    const bare = await bareRates()
    for (const [i, one] of measured.entries()) {
      const product = await runOnce(beds[i] ?? '')
      if (round === 0) continue
      one.product.push(product)
      one.bare.push(bare[one.name] ?? 0)
    }
  }
  const lines = measured.map(({ name, product, bare }) => {
    const ratio = median(product.map((rate, i) => rate / (bare[i] ?? 1)))
    return { name, casesPerSecond: Math.round(median(product)), barePerSecond: Math.round(median(bare)), ratio }
  })
  for (const { name, casesPerSecond, barePerSecond, ratio } of lines) {
    console.log(`${name}: ${casesPerSecond} cases/s, bare loop ${barePerSecond} cases/s, ratio ${ratio.toFixed(2)}`)
  }
  const results = path.join(import.meta.dirname, 'results')
  await mkdir(results, { recursive: true })
  const about = { at: new Date().toISOString(), cores: cpus().length, rounds }
  await writeFile(path.join(results, 'testbed.json'), `${JSON.stringify({ ...about, lines }, null, 2)}\n`)
  if (lines.some(({ ratio }) => ratio < leastRatio)) process.exitCode = 1
} finally {
  await stop()
}
