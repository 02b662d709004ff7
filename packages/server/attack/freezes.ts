import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from '@sheetwright/contract/client.ts'
import { uploadEngine } from '@sheetwright/contract/engines/upload-engine.ts'
import { createProduct } from '@sheetwright/contract/products/create-product.ts'
import { pino } from 'pino'
import { buildWorkbook, type WorkbookSpec } from '../../compiler/test/workbook-builder.ts'
import { appEndpointOf } from '../src/platform/db/app-role.ts'
import { openDatabase } from '../src/platform/db/database.ts'
import { greedyWorkbook, premiumWorkbook } from '../test/execution/workbooks.ts'
import { startDatabaseServers } from '../test/support/database-servers.ts'
import { databaseUrlOf, startServerProcess } from '../test/support/server-process.ts'
import { type NewPerson, signInNewPerson } from '../test/support/sign-in-new-person.ts'
import type { Verdict } from './verdict.ts'

/** Maximum extra latency of an uninvolved caller during an attack, at the 99th percentile. */
const allowedMillis = 100
const between = 20

interface Attacker {
  readonly execute: (engine: string, inputs: unknown) => Promise<Response>
  readonly post: (path: string, body: string) => Promise<Response>
  readonly upload: (name: string, workbook: WorkbookSpec) => Promise<unknown>
  readonly tenant: string
  readonly product: string
}

interface Freeze {
  readonly name: string
  /** One wave of the attack, repeated while the other tenant calls. */
  readonly wave: (attacker: Attacker) => Promise<unknown>
}

const digits = `${'1'.repeat(90_000)}x`
const many = (count: number, make: (n: number) => unknown) => Array.from({ length: count }, (_, n) => make(n))

// Long bodies are built once: the uninvolved caller runs in the same process, which must not delay it.
const strangeInputs = `{"request_data":{"inputs":{${many(200_000, (n) => `"unknown${n}":${n}`).join(',')}}}}`
const deepBody = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`
const longBatch = `{"inputs":[["Sum"],${many(50_000, (n) => `[${n}]`).join(',')}]`

const freezes: readonly Freeze[] = [
  { name: 'a number of 90,000 digits', wave: ({ execute }) => execute('Premium', { Sum: digits }) },
  {
    name: '200,000 inputs that nobody knows',
    wave: ({ post, product }) => post(`/api/v1/product/${product}/engines/Execute/Premium`, strangeInputs),
  },
  {
    name: 'a body nested 100,000 deep',
    wave: ({ post, product }) => post(`/api/v1/product/${product}/engines/Execute/Premium`, deepBody),
  },
  {
    name: 'eight calculations that never end',
    wave: ({ execute }) => Promise.all(many(8, () => execute('Greedy', { Time: 1e9 })) as Promise<Response>[]),
  },
  {
    name: 'four calculations that want all memory',
    wave: ({ execute }) => Promise.all(many(4, () => execute('Greedy', { Memory: 1_000_000 })) as Promise<Response>[]),
  },
  {
    name: 'payments over 10,000,000,000,000 periods',
    wave: ({ execute }) => Promise.all(many(4, () => execute('Payments', { Periods: 1e13 })) as Promise<Response>[]),
  },
  {
    name: 'a batch of 50,000 records',
    wave: ({ post, tenant, product }) =>
      post(`/${tenant}/api/v4/execute`, `${longBatch},"service":${JSON.stringify(`${product}/Premium`)}}`),
  },
  {
    name: 'uploads that compute for ever',
    wave: ({ upload }) => Promise.all([upload('Endless A', endless()), upload('Endless B', endless())]),
  },
]

/** Latency of one tenant while another attacks, in one kind of attack after the other. */
export async function tryFreezes(secondsEach: number): Promise<Verdict[]> {
  const { servers, stop } = await startDatabaseServers()
  const data = await mkdtemp(path.join(tmpdir(), 'sheetwright-attack-'))
  const template = servers[0]?.template
  if (template === undefined) throw new Error('There is no database to attack')
  const server = await startServerProcess({
    DATABASE_URL: databaseUrlOf(template),
    SHEETWRIGHT_DATA: data,
    SHEETWRIGHT_REQUESTS_PER_MINUTE: '1000000',
    SHEETWRIGHT_CALCULATION_SECONDS: '5',
    SHEETWRIGHT_BUILD_SECONDS: '20',
    SHEETWRIGHT_LOG_LEVEL: 'silent',
    SHEETWRIGHT_LIBREOFFICE: 'off',
  })
  const db = openDatabase(appEndpointOf(template), { log: pino({ level: 'silent' }), maxConnections: 4 })
  try {
    const person = () => signInNewPerson(db, server.origin, { groups: ['supervisor:pf'] })
    const [attacker, victim] = [
      await attackerOf(server.origin, await person()),
      await attackerOf(server.origin, await person()),
    ]
    const call = async () => {
      const answer = await victim.execute('Premium', { Sum: 1000 })
      const text = await answer.text()
      if (answer.status !== 200 || !text.includes('28'))
        throw new Error(`A caller got ${answer.status}: ${text.slice(0, 200)}`)
      const live = await fetch(`${server.origin}/health/live`)
      await live.arrayBuffer()
      if (!live.ok) throw new Error(`/health/live answered ${live.status}`)
    }
    await latencies(call, 2)
    const quiet = percentile(await latencies(call, secondsEach), 0.99)
    const verdicts: Verdict[] = [{ attack: 'none', tried: 'quiet', held: true, detail: `p99 ${quiet.toFixed(1)} ms` }]
    for (const { name, wave } of freezes)
      verdicts.push(await tryFreeze(name, wave, { attacker, call, quiet, secondsEach }))
    server.child.kill('SIGTERM')
    const end = await Promise.race([server.ended, delay(120_000, 'does not stop' as const)])
    verdicts.push({ attack: 'SIGTERM after all of them', tried: 'stop', held: end === 0, detail: String(end) })
    return verdicts
  } finally {
    server.child.kill('SIGKILL')
    await server.ended
    await db.close()
    await stop()
    await rm(data, { recursive: true, force: true })
  }
}

interface Trial {
  readonly attacker: Attacker
  readonly call: () => Promise<void>
  readonly quiet: number
  readonly secondsEach: number
}

async function tryFreeze(
  name: string,
  wave: Freeze['wave'],
  { attacker, call, quiet, secondsEach }: Trial,
): Promise<Verdict> {
  let over = false
  let waves = 0
  const attacking = (async () => {
    while (!over) {
      // The response to the attacker does not matter.
      await Promise.resolve(wave(attacker)).catch(() => undefined)
      waves++
    }
  })()
  try {
    const times = await latencies(call, secondsEach)
    const p99 = percentile(times, 0.99)
    const held = p99 <= quiet + allowedMillis
    return {
      attack: name,
      tried: `${times.length} calls`,
      held,
      detail: `p99 ${p99.toFixed(1)} ms, worst ${Math.max(...times).toFixed(0)} ms, ${waves} waves`,
    }
  } catch (error) {
    return { attack: name, tried: 'calls', held: false, detail: error instanceof Error ? error.message : String(error) }
  } finally {
    over = true
    await attacking
  }
}

async function latencies(call: () => Promise<void>, seconds: number): Promise<number[]> {
  const times: number[] = []
  const until = performance.now() + seconds * 1000
  while (performance.now() < until) {
    const before = performance.now()
    await call()
    times.push(performance.now() - before)
    await delay(between)
  }
  return times
}

function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.POSITIVE_INFINITY
}

async function attackerOf(origin: string, { headers, tenantName }: NewPerson): Promise<Attacker> {
  const client = createClient({ baseUrl: origin, headers: () => headers })
  const { id: product } = await client.call(createProduct, { body: { Name: 'Attack' } })
  const post = async (address: string, body: string) => {
    const answer = await fetch(origin + address, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
    })
    return new Response(await answer.arrayBuffer(), { status: answer.status })
  }
  const upload = async (serviceName: string, workbook: WorkbookSpec) =>
    client.call(uploadEngine, {
      params: { product },
      body: {
        data: JSON.stringify({
          serviceName,
          publish: true,
          releaseNote: 'Attack',
          acknowledge: { codes: ['PROOF_MISSING', 'OUTPUTS_FAIL', 'RESULTS_CHANGE'], reason: 'Attack' },
        }),
      },
      files: { file: { content: new Blob([new Uint8Array(await buildWorkbook(workbook))]), fileName: 'attack.xlsx' } },
    })
  await upload('Premium', premiumWorkbook())
  await upload('Greedy', greedyWorkbook())
  await upload('Payments', payments())
  return {
    tenant: tenantName,
    product,
    post,
    upload,
    execute: (engine, inputs) =>
      post(`/api/v1/product/${product}/engines/Execute/${engine}`, JSON.stringify({ request_data: { inputs } })),
  }
}

function payments(): WorkbookSpec {
  return {
    sheets: [{ name: 'S', cells: { A1: 12, A2: { formula: 'CUMIPMT(0.01,A1,1000,1,A1,0)', value: -66.18546 } } }],
    names: [
      { name: 'Xinput_Periods', text: 'S!$A$1' },
      { name: 'Xoutput_Interest', text: 'S!$A$2' },
    ],
  }
}

function endless(): WorkbookSpec {
  const cells: Record<string, number | { formula: string; value: number }> = {
    A1: 1,
    B1: { formula: 'SUM(E1:E400)', value: 0 },
  }
  for (let row = 1; row <= 400; row++) {
    cells[`E${row}`] = { formula: `SUMPRODUCT((C$1:C$1048576+A$1>${row})*(D$1:D$1048576+A$1))`, value: 0 }
  }
  return {
    sheets: [{ name: 'S', cells }],
    names: [
      { name: 'Xinput_A', text: 'S!$A$1' },
      { name: 'Xoutput_B', text: 'S!$B$1' },
    ],
  }
}
