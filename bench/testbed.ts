import { fork } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import path from 'node:path'
import { getTestRun } from '@sheetwright/contract/test-beds/get-test-run.ts'
import { queueTestRun } from '@sheetwright/contract/test-beds/queue-test-run.ts'
import { uploadTestBed } from '@sheetwright/contract/test-beds/upload-test-bed.ts'
import { waitForJob } from '@sheetwright/server/platform/jobs/wait-for-job.ts'
import { publishedEngine } from '../packages/server/test/support/published-engine.ts'
import { median } from './engine/timing.ts'
import type { BareRate } from './testbed/bare-loop.ts'
import { type TestBedSubject, testBedSubjects } from './testbed/subjects.ts'
import { startWholeProduct } from './whole-product.ts'

/**
 * Measures test beds: cases per second of whole runs, as the run page shows them, against a loop on one core that calls
 * the compiled program and writes the same results with the same writer. BENCH_FOLDER=/path takes premium and annuity
 * from there.
 */
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3)
const leastRatio = 1.2
const { services, person, stopping, stop } = await startWholeProduct()
const { client } = person
const subjects = await testBedSubjects()

async function testBedOf(subject: TestBedSubject): Promise<string> {
  const engine = await publishedEngine({ services }, person, subject.bytes)
  const names = subject.inputNames
  const lines = [names.join(',')]
  for (const record of subject.records()) lines.push(names.map((name) => String(record[name])).join(','))
  const file = { content: new Blob([lines.join('\n')]), fileName: `${subject.name}.csv` }
  const body = { engineId: engine.engineId, name: subject.name }
  return (await client.call(uploadTestBed, { body, files: { file } })).testbedId
}

async function runOnce(testbedId: string): Promise<BareRate> {
  const before = process.cpuUsage()
  const { testRun } = await client.call(queueTestRun, { body: { testbedId } })
  const { tenantId, userId } = person
  await waitForJob(services, { tenantId, userId, jobId: testRun.testbedQueueId }, stopping)
  const { status, casesPerSecond, errors, noOfTest } = await client.call(getTestRun, { params: { run: testRun.id } })
  if (status !== 'Success' || errors > 0 || casesPerSecond === null) throw new Error(`The run ended with ${status}`)
  const { user, system } = process.cpuUsage(before)
  return { casesPerSecond, micros: (user + system) / noOfTest }
}

function bareRates(): Promise<Record<string, BareRate>> {
  return new Promise((resolve, reject) => {
    const child = fork(path.join(import.meta.dirname, 'testbed/bare-loop.ts'))
    child.once('message', (rates) => resolve(rates as Record<string, BareRate>))
    child.once('exit', (code) => reject(new Error(`The bare loop ended with ${code}`)))
  })
}

try {
  const measured = subjects.map(({ name }) => ({ name, product: [] as BareRate[], bare: [] as BareRate[] }))
  const beds: string[] = []
  for (const subject of subjects) beds.push(await testBedOf(subject))
  // In turns, so that other load on the machine affects both sides alike; the first turn is a warm-up.
  for (let round = 0; round <= rounds; round++) {
    const bareRounds = await bareRates()
    for (const [i, one] of measured.entries()) {
      const product = await runOnce(beds[i] ?? '')
      const bare = bareRounds[one.name]
      if (round === 0 || bare === undefined) continue
      one.product.push(product)
      one.bare.push(bare)
    }
  }
  const lines = measured.map(({ name, product, bare }) => ({
    name,
    casesPerSecond: Math.round(median(product.map((rate) => rate.casesPerSecond))),
    barePerSecond: Math.round(median(bare.map((rate) => rate.casesPerSecond))),
    ratio: median(product.map((rate, i) => rate.casesPerSecond / (bare[i]?.casesPerSecond ?? 1))),
    micros: median(product.map((rate) => rate.micros)),
    bareMicros: median(bare.map((rate) => rate.micros)),
  }))
  for (const { name, casesPerSecond, barePerSecond, ratio, micros, bareMicros } of lines) {
    const cpu = `processor time of a case ${micros.toFixed(1)} µs, bare ${bareMicros.toFixed(1)} µs`
    const told = `${casesPerSecond} cases/s, bare loop ${barePerSecond} cases/s, ${cpu}, ratio ${ratio.toFixed(2)}`
    console.log(`${name}: ${told}, at least ${leastRatio}: ${ratio >= leastRatio ? 'holds' : 'FAILS'}`)
  }
  const results = path.join(import.meta.dirname, 'results')
  await mkdir(results, { recursive: true })
  const about = { at: new Date().toISOString(), cores: cpus().length, rounds }
  await writeFile(path.join(results, 'testbed.json'), `${JSON.stringify({ ...about, lines }, null, 2)}\n`)
  if (lines.some(({ ratio }) => ratio < leastRatio)) process.exitCode = 1
} finally {
  await stop()
}
