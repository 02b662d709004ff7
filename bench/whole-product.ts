import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Client, createClient } from '@sheetwright/contract/client.ts'
import { buildApp } from '@sheetwright/server/app.ts'
import { jobDefinitions } from '@sheetwright/server/background.ts'
import type { Services } from '@sheetwright/server/services.ts'
import { startWorker } from '@sheetwright/server/platform/jobs/worker.ts'
import { createLog } from '@sheetwright/server/platform/telemetry/log.ts'
import { loadSettings } from '@sheetwright/server/settings.ts'
import { startServices } from '@sheetwright/server/start-services.ts'
import { type NewPerson, signInNewPerson } from '../packages/server/test/support/sign-in-new-person.ts'

export interface WholeProduct {
  readonly services: Services
  /** A supervisor. */
  readonly person: NewPerson & { readonly client: Client }
  readonly stopping: AbortSignal
  readonly stop: () => Promise<void>
}

/** The product with a worker in this process, on its own database and folder, and a signed-in user. */
export async function startWholeProduct(): Promise<WholeProduct> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sheetwright-bench-'))
  const port = 20_000 + (process.pid % 20_000)
  const settings = loadSettings({
    ...process.env,
    SHEETWRIGHT_PORT: String(port),
    SHEETWRIGHT_DATA: folder,
    SHEETWRIGHT_DEMO: 'false',
    SHEETWRIGHT_REQUESTS_PER_MINUTE: '1000000',
    SHEETWRIGHT_EXECUTIONS_PER_MINUTE: '10000000',
  })
  const stopping = new AbortController()
  const { services, stop } = await startServices(settings, {
    log: createLog({ logLevel: 'warn', logFormat: 'json' }),
    say: () => undefined,
    onFailure: (error) => {
      throw error
    },
    stopping: stopping.signal,
  })
  const app = await buildApp(services)
  await app.listen({ host: settings.host, port })
  const worker = await startWorker(services, jobDefinitions)
  const person = await signInNewPerson(services.db, settings.origin, { groups: ['supervisor:pf'] })
  const client = createClient({ baseUrl: settings.origin, headers: () => person.headers })
  return {
    services,
    person: { ...person, client },
    stopping: stopping.signal,
    stop: async () => {
      stopping.abort()
      await worker.stop()
      await app.close()
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
