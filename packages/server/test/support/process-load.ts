import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ApiError } from '@sheetwright/contract/api-error.ts'
import { listCalls } from '@sheetwright/contract/call-log/list-calls.ts'
import { saveCallSettings } from '@sheetwright/contract/call-log/save-call-settings.ts'
import { type Client, createClient } from '@sheetwright/contract/client.ts'
import { uploadEngine } from '@sheetwright/contract/engines/upload-engine.ts'
import { executeEngine } from '@sheetwright/contract/execution/execute-engine.ts'
import { createProduct } from '@sheetwright/contract/products/create-product.ts'
import { buildWorkbook } from '../../../compiler/test/workbook-builder.ts'
import { premiumWorkbook } from '../execution/workbooks.ts'
import { freePort, type ServerProcess, startServerProcess } from './server-process.ts'

export interface ProcessLoadPlan {
  /** Database and file store that all processes share. */
  readonly environment: Readonly<Record<string, string>>
  readonly callers: number
  readonly seconds: number
}

export interface ProcessLoadOutcome {
  readonly answered: number
  readonly published: number
  /** Connections cut by the kill, or refused because nobody listened, and answers that said to try again. */
  readonly tryAgain: number
  /** How long after its publication a version was not yet served somewhere, in milliseconds. */
  readonly longestStale: number
  readonly restarted: readonly string[]
  /** Errors. */
  readonly wrong: readonly string[]
  readonly missing: readonly string[]
  readonly late: readonly string[]
  readonly failures: readonly string[]
}

const staleMs = 1_000

/**
 * Two api and two worker processes on one database and one file store. Callers calculate on both api processes while
 * versions are published and one process of each kind is killed and restarted. Every call is stored before it is
 * answered.
 */
export async function driveProcesses({ environment, callers, seconds }: ProcessLoadPlan): Promise<ProcessLoadOutcome> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sheetwright-processes-'))
  const start = (role: 'api' | 'worker', name: string, port: number) =>
    startServerProcess(
      {
        SHEETWRIGHT_PORT: String(port),
        SHEETWRIGHT_DATA: path.join(folder, name),
        SHEETWRIGHT_SKIP_LOGIN: 'true',
        SHEETWRIGHT_REQUESTS_PER_MINUTE: '1000000',
        SHEETWRIGHT_EXECUTIONS_PER_MINUTE: '10000000',
        SHEETWRIGHT_LOG_LEVEL: 'error',
        SHEETWRIGHT_LIBREOFFICE: 'off',
        ...environment,
      },
      role,
    )
  const running = new Map<string, ServerProcess>()
  const ports = new Map<string, number>()
  const begin = async (role: 'api' | 'worker', name: string) => {
    const port = ports.get(name) ?? (await freePort())
    ports.set(name, port)
    running.set(name, await start(role, name, port))
  }
  const end = async (name: string, signal: 'SIGKILL' | 'SIGTERM') => {
    const process = running.get(name)
    process?.child.kill(signal)
    await process?.ended
  }
  try {
    // The first one prepares the database.
    await begin('api', 'api 1')
    await Promise.all([begin('api', 'api 2'), begin('worker', 'worker 1'), begin('worker', 'worker 2')])
    const clients = ['api 1', 'api 2'].map((name) =>
      createClient({ baseUrl: `http://127.0.0.1:${ports.get(name) ?? 0}` }),
    )
    const run = new ProcessRun(clients)
    await run.prepare()
    const working = run.work(callers, performance.now() + seconds * 1000)
    await delay(seconds * 400)
    await Promise.all([end('api 1', 'SIGKILL'), end('worker 1', 'SIGKILL')])
    await Promise.all([begin('api', 'api 1'), begin('worker', 'worker 1')])
    await working
    await run.checkLog()
    return { ...run.outcome(), restarted: ['api 1', 'worker 1'] }
  } finally {
    await Promise.all([...running.keys()].map((name) => end(name, 'SIGKILL')))
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
}

interface Answer {
  readonly revision: string
  readonly sum: number
  readonly premium: unknown
  readonly sentAt: number
  readonly api: number
}

class ProcessRun {
  private readonly clients: readonly Client[]
  private product = ''
  private readonly versions = new Map<string, { readonly rate: number; readonly at: number }>()
  /** Of every attempt: a version can be published although its uploader lost the connection. */
  private readonly rates: number[] = []
  private readonly answers: Answer[] = []
  private readonly callIds: string[] = []
  private readonly missing: string[] = []
  private readonly failures: string[] = []
  private tryAgain = 0

  constructor(clients: readonly Client[]) {
    this.clients = clients
  }

  async prepare(): Promise<void> {
    const client = this.clientOf(0)
    const { id } = await client.call(createProduct, { body: { Name: 'Load' } })
    this.product = id
    await client.call(saveCallSettings, { params: { product: id }, body: { auditCalls: true } })
    await this.upload(0)
  }

  async work(callers: number, until: number): Promise<void> {
    const every = Array.from({ length: callers }, (_, n) => this.calculate(n, until))
    await Promise.all([...every, this.publish(until)])
  }

  private clientOf(n: number): Client {
    const client = this.clients[n % this.clients.length]
    if (client === undefined) throw new Error('There is no process')
    return client
  }

  private async upload(n: number): Promise<void> {
    const rate = Math.round(20 + n) / 1000
    this.rates.push(rate)
    const content = new Blob([new Uint8Array(await buildWorkbook(premiumWorkbook(rate)))])
    const result = await this.clientOf(n).call(uploadEngine, {
      params: { product: this.product },
      body: {
        data: JSON.stringify({
          serviceName: 'Premium',
          releaseNote: 'Load',
          publish: true,
          versionUpgrade: 'minor',
          acknowledge: { codes: ['PROOF_MISSING', 'PROOF_DIFFERS', 'RESULTS_CHANGE'], reason: 'Load' },
        }),
      },
      files: { file: { content, fileName: 'Premium.xlsx' } },
    })
    const { revision } = result.bookSummary
    if (result.state === 'Active') this.versions.set(revision, { rate, at: performance.now() })
    else this.failures.push(`${revision} is ${result.state} after it was published`)
  }

  private async publish(until: number): Promise<void> {
    for (let n = 1; performance.now() < until; n++) {
      await delay(1_000)
      await this.attempt(() => this.upload(n))
    }
  }

  private async calculate(caller: number, until: number): Promise<void> {
    for (let n = 0; performance.now() < until; n++) {
      const sum = 1000 + caller * 1000 + n
      const api = (caller + n) % this.clients.length
      await this.attempt(async () => {
        const sentAt = performance.now()
        const result = await this.clientOf(api).call(executeEngine, {
          params: { product: this.product, engine: 'Premium' },
          body: { request_data: { inputs: { Sum: sum, Age: 50, Cover: 'Full' } } },
        })
        this.callIds.push(result.callId)
        this.answers.push({ revision: result.revision, sum, premium: result.xOutput['Premium'], sentAt, api })
      })
    }
  }

  private async attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.status !== 0 && error.status !== 503) this.failures.push(`${error.code}: ${error.message}`)
      else this.tryAgain++
      await delay(50)
    }
  }

  /** Every answered call is in the log, whichever process answered it. */
  async checkLog(): Promise<void> {
    const kept = new Set<string>()
    for (let page = 1; ; page++) {
      const { items } = await this.clientOf(1).call(listCalls, {
        params: { product: this.product, engine: 'Premium', purpose: 'All' },
        body: { page, pageSize: 1000, sort: 'timestamp' },
      })
      for (const { id } of items) kept.add(id)
      if (items.length < 1000) break
    }
    this.missing.push(...this.callIds.filter((id) => !kept.has(id)))
  }

  outcome(): Omit<ProcessLoadOutcome, 'restarted'> {
    const late: string[] = []
    let longestStale = 0
    for (const { revision, sentAt, api } of this.answers) {
      for (const [newer, { at }] of this.versions) {
        if (minorOf(newer) <= minorOf(revision) || sentAt <= at) continue
        const stale = sentAt - at
        longestStale = Math.max(longestStale, stale)
        if (stale > staleMs) late.push(`api ${api + 1} answered with ${revision} ${stale.toFixed(0)} ms after ${newer}`)
      }
    }
    return {
      answered: this.callIds.length,
      published: this.versions.size,
      tryAgain: this.tryAgain,
      longestStale,
      wrong: this.answers.filter((answer) => !this.isRight(answer)).map((answer) => JSON.stringify(answer)),
      missing: this.missing,
      late,
      failures: this.failures,
    }
  }

  private isRight({ revision, sum, premium }: Answer): boolean {
    const known = this.versions.get(revision)
    const rates = known === undefined ? this.rates : [known.rate]
    return rates.some((rate) => typeof premium === 'number' && Math.abs(premium - sum * rate * 3) < 0.006)
  }
}

function minorOf(revision: string): number {
  return Number(revision.split('.')[1])
}
