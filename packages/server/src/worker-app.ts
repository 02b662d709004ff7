import type { FastifyInstance } from 'fastify'
import { getHealthHandler } from './features/system/get-health.ts'
import { getLivenessHandler } from './features/system/get-liveness.ts'
import { getReadinessHandler } from './features/system/get-readiness.ts'
import { createHttpServer } from './platform/http/http-server.ts'
import { registerCalls } from './platform/http/register-calls.ts'
import { serveMetrics } from './platform/telemetry/serve-metrics.ts'
import type { Services } from './services.ts'

/** Routes of a process that only runs jobs: health and metrics. */
export async function buildWorkerApp(services: Services): Promise<FastifyInstance> {
  const { log, metrics, reports, settings } = services
  const app = createHttpServer({ log, reports, trustProxy: settings.trustProxy })
  await registerCalls(app, [getHealthHandler, getLivenessHandler, getReadinessHandler], services)
  serveMetrics(app, metrics, settings.metricsToken)
  return app
}
