import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { cancelJob } from '@sheetwright/contract/jobs/cancel-job.ts'
import { shownAfterMillis } from '@sheetwright/contract/jobs/job.ts'
import { listUserJobs } from '@sheetwright/contract/jobs/list-user-jobs.ts'
import { createProduct } from '@sheetwright/contract/products/create-product.ts'
import { uploadEngine } from '@sheetwright/contract/engines/upload-engine.ts'
import { executeEngine } from '@sheetwright/contract/execution/execute-engine.ts'
import { median } from './engine/timing.ts'
import { unzipAndParse } from './upload/unzip-and-parse.ts'
import { startWholeProduct } from './whole-product.ts'
import { annuity } from './workbooks/annuity.ts'
import { BIG_ROWS, big } from './workbooks/big.ts'
import { premium } from './workbooks/premium.ts'
import { xlsxOf } from './workbooks/write-xlsx.ts'

/**
 * Measures an author's waiting time: from uploading a workbook until its engine is published and has answered, with
 * each phase as a multiple of unpacking and parsing the same file. `npm run bench:upload -- FILE…` also measures other
 * workbooks.
 */
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3)

interface Subject {
  readonly name: string
  readonly bytes: Uint8Array
  /** Limit in seconds on two idle cores. */
  readonly limit?: number
}

const files = await Promise.all(
  process.argv
    .slice(2)
    .map(async (file): Promise<Subject> => ({ name: path.basename(file), bytes: await readFile(file) })),
)
const subjects: readonly Subject[] = [
  { name: 'premium', bytes: xlsxOf(premium()), limit: 2 },
  { name: 'annuity', bytes: xlsxOf(annuity(1200)), limit: 6 },
  { name: 'big', bytes: xlsxOf(big(BIG_ROWS)), limit: 20 },
  ...files,
]

const { person, stop } = await startWholeProduct()
const { client } = person
const { id: product } = await client.call(createProduct, { body: { Name: 'Measured' } })
let uploads = 0

async function uploadOnce({ bytes }: Subject) {
  const parsed = await unzipAndParse(bytes)
  const serviceName = `Engine ${uploads++}`
  const codes = ['PROOF_MISSING', 'PROOF_DIFFERS', 'OUTPUTS_FAIL']
  const data = { serviceName, publish: true, acknowledge: { codes, reason: 'Measured' } }
  const begun = performance.now()
  const result = await client.call(uploadEngine, {
    params: { product },
    body: { data: JSON.stringify(data) },
    files: { file: { content: new Blob([new Uint8Array(bytes)]), fileName: 'measured.xlsx' } },
  })
  if (result.state !== 'Active') throw new Error(`Not published: ${JSON.stringify(result.warnings)}`)
  await client.call(executeEngine, {
    params: { product, engine: result.engineId },
    body: { request_data: { inputs: {} } },
  })
  const seconds = (performance.now() - begun) / 1000
  const { readMs, compileMs, proveMs } = result.bookSummary
  const rest = seconds * 1000 - readMs - compileMs - proveMs
  return {
    seconds,
    parsed,
    phases: { read: readMs, compile: compileMs, prove: proveMs, rest },
    runs: result.parity.program.runs,
  }
}

/** Cancels proofs that go on in the background, so that the next upload has both cores. */
async function cancelProofs(): Promise<void> {
  // Jobs are listed once they take longer than that.
  await setTimeout(shownAfterMillis + 500)
  for (;;) {
    const { items } = await client.call(listUserJobs, { query: { type: 'ProveEngine', pageSize: 100 } })
    const open = items.filter(({ status }) => status === 'Pending' || status === 'InProgress')
    if (open.length === 0) return
    await Promise.allSettled(open.map(({ id }) => client.call(cancelJob, { params: { job: id } })))
    await setTimeout(500)
  }
}

try {
  const lines = []
  for (const subject of subjects) {
    const measured: Awaited<ReturnType<typeof uploadOnce>>[] = []
    for (let round = 0; round < rounds; round++) {
      measured.push(await uploadOnce(subject))
      await cancelProofs()
    }
    const seconds = median(measured.map((one) => one.seconds))
    const ratio = (phase: keyof (typeof measured)[0]['phases']) =>
      median(measured.map(({ phases, parsed }) => phases[phase] / parsed)).toFixed(1)
    const runs = median(measured.map((one) => one.runs))
    const parsed = Math.round(median(measured.map((one) => one.parsed)))
    const verdict =
      subject.limit === undefined ? '' : seconds <= subject.limit ? ', holds' : `, FAILS (${subject.limit} s)`
    console.log(
      `${subject.name}: ${seconds.toFixed(2)} s to the first answer, ${runs} runs proved; unzip and parse ${parsed} ms, of which ` +
        `read ${ratio('read')}, compile ${ratio('compile')}, prove ${ratio('prove')}, rest ${ratio('rest')} times${verdict}`,
    )
    lines.push({
      name: subject.name,
      seconds,
      runs,
      parsedMillis: parsed,
      holds: seconds <= (subject.limit ?? Infinity),
    })
  }
  const results = path.join(import.meta.dirname, 'results')
  await mkdir(results, { recursive: true })
  const about = { at: new Date().toISOString(), cores: cpus().length, rounds }
  await writeFile(path.join(results, 'upload.json'), `${JSON.stringify({ ...about, lines }, null, 2)}\n`)
  if (lines.some(({ holds }) => !holds)) process.exitCode = 1
} finally {
  await stop()
}
