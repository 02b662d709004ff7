import { type Client, createClient } from '@sheetwright/contract/client.ts'
import { buildApp } from '@sheetwright/server/app.ts'
import type { Services } from '@sheetwright/server/services.ts'
import { createLog } from '@sheetwright/server/platform/telemetry/log.ts'
import { loadSettings } from '@sheetwright/server/settings.ts'
import { startServices } from '@sheetwright/server/start-services.ts'
import { type NewPerson, signInNewPerson } from '../../packages/server/test/support/sign-in-new-person.ts'

interface ServedProduct {
  readonly port: number
  readonly services: Services
  /** A supervisor. */
  readonly person: NewPerson
  readonly client: Client
  readonly stopping: AbortSignal
}

/** The product in a process of its own, as a benchmark forks it: settings from the environment, until SIGTERM. */
export async function serveProduct(logLevel: 'info' | 'warn'): Promise<ServedProduct> {
  const port = 20_000 + (process.pid % 20_000)
  const settings = loadSettings({ ...process.env, SHEETWRIGHT_PORT: String(port) })
  const stopping = new AbortController()
  const { services, stop } = await startServices(settings, {
    log: createLog({ logLevel, logFormat: 'json' }),
    say: () => undefined,
    onFailure: (error) => {
      throw error
    },
    stopping: stopping.signal,
  })
  const app = await buildApp(services)
  await app.listen({ host: settings.host, port })
  process.once('SIGTERM', () => {
    stopping.abort()
    void app
      .close()
      .then(stop)
      .then(() => process.exit(0))
  })
  const person = await signInNewPerson(services.db, settings.origin, { groups: ['supervisor:pf'] })
  const client = createClient({ baseUrl: settings.origin, headers: () => person.headers })
  return { port, services, person, client, stopping: stopping.signal }
}
