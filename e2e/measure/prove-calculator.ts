import type { FormPort, FormSpec } from '@sheetwright/contract/calculators/form-spec.ts'
import { type FormState, formStateOf } from '@sheetwright/contract/calculators/form-state.ts'
import { type CalculatorPages, openProduct, publishForPages, workbooks } from './calculator-pages.ts'

/**
 * Holds results of the calculator page against the server: `npm run prove:calculator`. For every demo workbook, and those in
 * the folder that BENCH names, RUNS varied inputs (1,000) are computed by the program in a worker of a real Chromium and by
 * the server; every field of every state has to be the same. Ends with a failure where one is not.
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
  const begun = performance.now()
  const local = await page.evaluate(runInWorker, { workerAddress, program, records })
  const millis = performance.now() - begun
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

/** Runs in the page, with the worker that the calculator itself uses. */
async function runInWorker({
  workerAddress,
  program,
  records,
}: {
  workerAddress: string
  program: unknown
  records: readonly Values[]
}): Promise<unknown[]> {
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
    const { runs: made = [] } = await ask({ kind: 'run', id: 2, records })
    return made
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

/** Inputs around the saved ones, at the edges of what is allowed, blank and odd; the same at every run. */
function variedRecords(inputs: readonly FormPort[], count: number): Values[] {
  let state = 0x5eed
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  return Array.from({ length: count }, () =>
    Object.fromEntries(
      inputs.map((port) => [port.name, random() < 0.6 ? (port.default ?? null) : varied(port, random)]),
    ),
  )
}

function varied(port: FormPort, random: () => number): unknown {
  const pick = (list: readonly unknown[]) => list[Math.floor(random() * list.length)] ?? null
  const { default: saved, validation, type } = port
  if (port.shape === 'block') {
    const rows = Array.isArray(saved) ? (saved as Values[]) : []
    return rows
      .slice(0, Math.floor(random() * (rows.length + 1)))
      .map((row) =>
        Object.fromEntries(
          Object.entries(row).map(([heading, value]) => [heading, pick([value, nearby(value, random)])]),
        ),
      )
  }
  if (validation?.options !== undefined) return pick([...validation.options, null])
  const { min, max } = validation ?? {}
  if (typeof min === 'number' && typeof max === 'number') {
    const between = min + (max - min) * random()
    return pick([min, max, min - 1, type === 'integer' || validation?.type === 'whole' ? Math.round(between) : between])
  }
  return pick([nearby(saved, random), nearby(saved, random), saved, null])
}

function nearby(value: unknown, random: () => number): unknown {
  if (typeof value === 'number')
    return Number.isInteger(value) ? Math.round(value * (0.5 + random())) : value * 2 * random()
  if (typeof value === 'boolean') return random() < 0.5
  if (typeof value !== 'string') return value
  if (!/^\d{4}-\d\d-\d\d$/.test(value)) return random() < 0.5 ? value.toUpperCase() : `${value}x`
  return new Date(Date.parse(value) + Math.round((random() - 0.5) * 4000) * 86_400_000).toISOString().slice(0, 10)
}
