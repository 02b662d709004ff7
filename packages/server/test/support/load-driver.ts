import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { saveCallSettings } from '@sheetwright/contract/call-log/save-call-settings.ts'
import { listCalls } from '@sheetwright/contract/call-log/list-calls.ts'
import { ApiError } from '@sheetwright/contract/api-error.ts'
import { type Client, createClient } from '@sheetwright/contract/client.ts'
import { uploadEngine } from '@sheetwright/contract/engines/upload-engine.ts'
import { executeEngine } from '@sheetwright/contract/execution/execute-engine.ts'
import { createProduct } from '@sheetwright/contract/products/create-product.ts'
import { buildWorkbook, type WorkbookSpec } from '../../../compiler/test/workbook-builder.ts'
import { greedyWorkbook, premiumWorkbook } from '../execution/workbooks.ts'
import { freePort, type ServerProcess, startServerProcess } from './server-process.ts'

export interface LoadPlan {
  readonly callers: number
  readonly seconds: number
}

export interface LoadOutcome {
  readonly answered: number
  readonly published: number
  /** Calculations stopped by their limits. */
  readonly stopped: number
  /** Requests told to try again later. */
  readonly unavailable: number
  /** Connections cut by the kill, or refused because nobody listened. */
  readonly cut: number
  /** Errors: results that differ from those of the version that answered, calls missing in the log, other failures. */
  readonly wrong: readonly string[]
  readonly missing: readonly string[]
  readonly failures: readonly string[]
}

/**
 * Callers calculate without pause while versions are published, engines exceed their limits, and the server is killed
 * and restarted half way. Every call is stored before it is answered.
 */
export async function driveLoad({ callers, seconds }: LoadPlan): Promise<LoadOutcome> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sheetwright-load-'))
  const port = String(await freePort())
  const start = () =>
    startServerProcess({
      SHEETWRIGHT_PORT: port,
      SHEETWRIGHT_DATA: path.join(folder, 'data'),
      SHEETWRIGHT_SKIP_LOGIN: 'true',
      SHEETWRIGHT_REQUESTS_PER_MINUTE: '1000000',
      SHEETWRIGHT_EXECUTIONS_PER_MINUTE: '10000000',
      SHEETWRIGHT_LOG_LEVEL: 'error',
      SHEETWRIGHT_CALCULATION_SECONDS: '2',
      SHEETWRIGHT_CALCULATION_MB: '128',
      SHEETWRIGHT_LIBREOFFICE: 'off',
    })
  let server = await start()
  try {
    const run = new LoadRun(createClient({ baseUrl: server.origin }))
    await run.prepare()
    const until = performance.now() + seconds * 1000
    const working = run.work(callers, until)
    await delay(seconds * 500)
    server = await killAndStart(server, start)
    await working
    await run.checkLog()
    server.child.kill('SIGTERM')
    await server.ended
    return run.outcome()
  } finally {
    server.child.kill('SIGKILL')
    await server.ended
    await removed(folder)
  }
}

async function killAndStart(server: ServerProcess, start: () => Promise<ServerProcess>): Promise<ServerProcess> {
  server.child.kill('SIGKILL')
  await server.ended
  return start()
}

/** The database may still be writing its last files. */
async function removed(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  await readdir(folder).catch(() => undefined)
}

class LoadRun {
  private readonly client: Client
  private product = ''
  /** The rate of each version, by revision. */
  private readonly rates = new Map<string, number>()
  private readonly callIds: string[] = []
  private readonly counts = { published: 0, stopped: 0, unavailable: 0, cut: 0 }
  private readonly wrong: string[] = []
  private readonly missing: string[] = []
  private readonly failures: string[] = []

  constructor(client: Client) {
    this.client = client
  }

  async prepare(): Promise<void> {
    const { id } = await this.client.call(createProduct, { body: { Name: 'Load' } })
    this.product = id
    await this.client.call(saveCallSettings, { params: { product: id }, body: { auditCalls: true } })
    await this.upload('Premium', premiumWorkbook(0.02), 0.02)
    await this.upload('Greedy', greedyWorkbook(), undefined)
  }

  private async upload(serviceName: string, workbook: WorkbookSpec, rate: number | undefined): Promise<void> {
    const content = new Blob([new Uint8Array(await buildWorkbook(workbook))])
    const result = await this.client.call(uploadEngine, {
      params: { product: this.product },
      body: {
        data: JSON.stringify({
          serviceName,
          releaseNote: 'Load',
          publish: true,
          versionUpgrade: 'minor',
          acknowledge: { codes: ['PROOF_MISSING', 'OUTPUTS_FAIL', 'RESULTS_CHANGE'], reason: 'Load' },
        }),
      },
      files: { file: { content, fileName: `${serviceName}.xlsx` } },
    })
    if (rate !== undefined) this.rates.set(result.bookSummary.revision, rate)
  }

  async work(callers: number, until: number): Promise<void> {
    const every = Array.from({ length: callers }, (_, n) => this.calculate(n, until))
    await Promise.all([
      ...every,
      this.publish(until),
      this.exceed({ Time: 1_000_000 }, until),
      this.exceed({ Memory: 9000 }, until),
    ])
  }

  private async calculate(caller: number, until: number): Promise<void> {
    for (let n = 0; performance.now() < until; n++) {
      const sum = 1000 + caller * 1000 + n
      await this.attempt(async () => {
        const result = await this.client.call(executeEngine, {
          params: { product: this.product, engine: 'Premium' },
          body: { request_data: { inputs: { Sum: sum, Age: 50, Cover: 'Full' } } },
        })
        this.callIds.push(result.callId)
        this.check(result.revision, sum, result.xOutput['Premium'])
      })
    }
  }

  /** A version can answer before its uploader knows of it. */
  private check(revision: string, sum: number, premium: unknown): void {
    const rates = this.rates.has(revision) ? [this.rates.get(revision) as number] : [...Array(1000).keys()].map(rateOf)
    const isRight = rates.some((rate) => typeof premium === 'number' && Math.abs(premium - sum * rate * 3) < 0.006)
    if (!isRight) this.wrong.push(`${revision}: ${sum} gave ${String(premium)}`)
  }

  private async publish(until: number): Promise<void> {
    for (let n = 1; performance.now() < until; n++) {
      await this.attempt(async () => {
        await this.upload('Premium', premiumWorkbook(rateOf(n)), rateOf(n))
        this.counts.published++
      })
      await delay(500)
    }
  }

  private async exceed(inputs: Record<string, number>, until: number): Promise<void> {
    while (performance.now() < until) {
      await this.attempt(async () => {
        await this.client.call(executeEngine, {
          params: { product: this.product, engine: 'Greedy' },
          body: { request_data: { inputs } },
        })
        this.wrong.push(`Greedy was not stopped with ${JSON.stringify(inputs)}`)
      })
      await delay(300)
    }
  }

  private async attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code === 'CALCULATION_LIMIT_EXCEEDED') this.counts.stopped++
      else if (error.status === 503) this.counts.unavailable++
      else if (error.status === 0) {
        this.counts.cut++
        await delay(100)
      } else this.failures.push(`${error.code}: ${error.message}`)
    }
  }

  /** Every answered call is in the log. */
  async checkLog(): Promise<void> {
    const params = { product: this.product, engine: 'Premium', purpose: 'All' }
    const kept = new Set<string>()
    for (let page = 1; ; page++) {
      const { items } = await this.client.call(listCalls, { params, body: { page, pageSize: 1000, sort: 'timestamp' } })
      for (const { id } of items) kept.add(id)
      if (items.length < 1000) break
    }
    this.missing.push(...this.callIds.filter((id) => !kept.has(id)))
  }

  outcome(): LoadOutcome {
    const { wrong, missing, failures } = this
    return { answered: this.callIds.length, ...this.counts, wrong, missing, failures }
  }
}

function rateOf(n: number): number {
  return Math.round(20 + n) / 1000
}
