import type { FormPort, FormSpec } from '@sheetwright/contract/calculators/form-spec.ts'
import { type FormState, formStateOf } from '@sheetwright/contract/calculators/form-state.ts'
import { type CalculatorPages, openProduct, publishForPages, workbooks } from './calculator-pages.ts'

/**
 * Compares results of the calculator page with the server: `npm run prove:calculator`. For every demo workbook, and
 * those in the folder BENCH, RUNS varied inputs (1,000) are computed by the program in a worker of a real Chromium and
 * by the server; every field of every state must be equal. Fails otherwise.
 */
const runs = Number(process.env['RUNS'] ?? 1000)

type Values = Record<string, unknown>
type LocalRun = Parameters<typeof formStateOf>[3]

const pages = await openProduct()
let differences = 0
try {
  for (const workbook of await workbooks()) {
    const { spec, path } = await publishForPages(pages, workbook)
    if (spec.computes !== 'browser') {
      process.stdout.write(`${workbook.name}: has no program for browsers\n`)
      differences += 1
      continue
    }
    differences += await prove(pages, workbook.name, spec, path)
  }
} finally {
  await pages.close()
}
process.exitCode = differences === 0 ? 0 : 1

async function prove({ page, headers, productId }: CalculatorPages, name: string, spec: FormSpec, path: string) {
  const [worker] = await Promise.all([page.waitForEvent('worker'), page.goto(path)])
  const workerAddress = worker.url()
  const engine = `/api/v1/product/${productId}/engines/${spec.engine.id}`
  const { versionId, revision } = spec.engine
  const handed = await page.request.post(`${engine}/GetCalculatorProgram`, { headers, data: { versionId } })
  const { data: program } = (await handed.json()) as { data: unknown }
  const records = variedRecords(spec.inputs, runs)
  const { runs: local, millis } = await page.evaluate(runInWorker, { workerAddress, program, records })
  let differing = 0
  let withResults = 0
  for (const [index, inputs] of records.entries()) {
    const answer = await page.request.post(`${engine}/GetFormState`, { headers, data: { inputs, versionId } })
    const text = await answer.text()
    if (!answer.ok()) throw new Error(`${name}, record ${index}: ${text}`)
    const { data: there } = JSON.parse(text) as { data: FormState }
    const run = local[index] as LocalRun
    const here = JSON.parse(JSON.stringify(formStateOf(spec.layout, { versionId, revision }, inputs, run))) as FormState
    if (Object.keys(there.outputs).length > 0) withResults += 1
    const where = firstDifference(here, there, '')
    if (where === undefined) continue
    differing += 1
    if (differing <= 3) process.stdout.write(`  ${name}, ${JSON.stringify(inputs)}: ${where}\n`)
  }
  process.stdout.write(
    `${name}: ${runs} inputs, ${withResults} with results, ${differing} differ; ${(millis / runs).toFixed(2)} ms a run in Chromium\n`,
  )
  return differing
}

/** Runs in the page, with the calculator's own worker. Times only the worker and its response. */
async function runInWorker({
  workerAddress,
  program,
  records,
}: {
  workerAddress: string
  program: unknown
  records: readonly Values[]
}): Promise<{ runs: unknown[]; millis: number }> {
  const worker = new Worker(workerAddress, { type: 'module' })
  const ask = (request: object) => {
    const { promise, resolve, reject } = Promise.withResolvers<{ runs?: unknown[] }>()
    worker.addEventListener('message', ({ data }) =>
      data.kind === 'failed' ? reject(new Error(data.reason)) : resolve(data),
    )
    worker.addEventListener('error', ({ message }) => reject(new Error(message)))
    worker.postMessage(request, { transfer: [] })
    return promise
  }
  try {
    await ask({ kind: 'open', id: 1, program })
    const begun = performance.now()
    const { runs: made = [] } = await ask({ kind: 'run', id: 2, records })
    return { runs: made, millis: performance.now() - begun }
  } finally {
    worker.terminate()
  }
}

function firstDifference(here: unknown, there: unknown, key: string): string | undefined {
  if (typeof here === 'object' && here !== null && typeof there === 'object' && there !== null) {
    const names = new Set([...Object.keys(here), ...Object.keys(there)])
    for (const name of names) {
      const found = firstDifference((here as Values)[name], (there as Values)[name], `${key}.${name}`)
      if (found !== undefined) return found
    }
    return undefined
  }
  return Object.is(here, there) ? undefined : `${key}: ${JSON.stringify(here)} here, ${JSON.stringify(there)} there`
}

/**
 * Most records are valid; one in six also has blanks and values that are too small, too large or odd. The same in every
 * run.
 */
function variedRecords(inputs: readonly FormPort[], count: number): Values[] {
  let state = 0x5eed
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  return Array.from({ length: count }, () => {
    const vary = random() < 5 / 6 ? allowed : odd
    return Object.fromEntries(
      inputs.map((port) => [port.name, random() < 0.5 ? (port.default ?? null) : vary(port, random)]),
    )
  })
}

/** Near the saved value, within the list or the bounds of its field. */
function allowed(port: FormPort, random: () => number): unknown {
  const { default: saved, validation } = port
  if (port.shape === 'block') return rowsOf(saved, random, 1)
  if (validation?.options !== undefined) return pick(validation.options, random)
  if (validation?.type === 'list' || validation?.type === 'custom') return saved
  const { min, max } = validation ?? {}
  const near = nearby(saved, random)
  if (typeof near === 'string') return isDate(near) ? clampedText(near, min, max) : saved
  if (typeof near !== 'number') return near
  const low = typeof min === 'number' ? min : near
  const high = typeof max === 'number' ? max : near
  return Math.min(Math.max(random() < 0.1 ? (pick([low, high], random) as number) : near, low), high)
}

function odd(port: FormPort, random: () => number): unknown {
  const { default: saved, validation, type } = port
  if (port.shape === 'block') return rowsOf(saved, random, random())
  if (validation?.options !== undefined) return pick([...validation.options, null], random)
  const { min, max } = validation ?? {}
  if (typeof min === 'number' && typeof max === 'number') {
    const between = min + (max - min) * random()
    const inside = type === 'integer' || validation?.type === 'whole' ? Math.round(between) : between
    return pick([min, max, min - 1, inside], random)
  }
  const near = nearby(saved, random)
  return pick([near, typeof near === 'string' && !isDate(near) ? `${near}x` : near, saved, null], random)
}

function pick(list: readonly unknown[], random: () => number): unknown {
  return list[Math.floor(random() * list.length)] ?? null
}

/** Some of the saved rows, at least the given share, with other numbers. */
function rowsOf(saved: unknown, random: () => number, share: number): Values[] {
  const rows = Array.isArray(saved) ? (saved as Values[]) : []
  return rows
    .slice(0, Math.ceil((share + (1 - share) * random()) * rows.length))
    .map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([heading, value]) => [heading, pick([value, nearby(value, random)], random)]),
      ),
    )
}

function nearby(value: unknown, random: () => number): unknown {
  if (typeof value === 'number') {
    const moved = value * (0.75 + random() / 2)
    return Number.isInteger(value) ? Math.round(moved) : moved
  }
  if (typeof value === 'boolean') return random() < 0.5
  if (typeof value !== 'string' || !isDate(value)) return value
  return new Date(Date.parse(value) + Math.round((random() - 0.5) * 2000) * 86_400_000).toISOString().slice(0, 10)
}

function isDate(value: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(value)
}

/** ISO dates compare like their texts. */
function clampedText(value: string, min: unknown, max: unknown): string {
  if (typeof min === 'string' && value < min) return min
  return typeof max === 'string' && value > max ? max : value
}
