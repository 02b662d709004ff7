import { calls } from '@sheetwright/contract/calls.ts'
import type { FastifyInstance } from 'fastify'
import { assistantRoutes } from './features/assistants/routes.ts'
import { apiKeyRoutes } from './features/api-keys/routes.ts'
import { auditRoutes } from './features/audit/routes.ts'
import { boardRoutes } from './features/board/routes.ts'
import { ingeniumRoutes } from './features/ingenium/routes.ts'
import { portfolioRoutes } from './features/portfolios/routes.ts'
import { dmlRoutes } from './features/dml/routes.ts'
import { apiDocumentationRoutes } from './features/api-documentation/routes.ts'
import { insightsRoutes } from './features/insights/routes.ts'
import { testBedsRoutes } from './features/test-beds/routes.ts'
import { bookmarkRoutes } from './features/bookmarks/routes.ts'
import { lineageRoutes } from './features/lineage/routes.ts'
import { masterApiRoutes } from './features/master-api/routes.ts'
import { masterReferenceRoutes } from './features/master-references/routes.ts'
import { calculatorRoutes } from './features/calculators/routes.ts'
import { callLogRoutes } from './features/call-log/routes.ts'
import { categoryRoutes } from './features/categories/routes.ts'
import { dataDictionaryRoutes } from './features/data-dictionary/routes.ts'
import { documentRoutes } from './features/documents/routes.ts'
import { executionRoutes } from './features/execution/routes.ts'
import { engineRoutes } from './features/engines/routes.ts'
import { eventRoutes } from './features/events/routes.ts'
import { fileRoutes } from './features/files/routes.ts'
import { jobRoutes } from './features/jobs/routes.ts'
import { lookInsideRoutes } from './features/look-inside/routes.ts'
import { mailRoutes } from './features/mail/routes.ts'
import { permissionRoutes } from './features/permissions/routes.ts'
import { productRoutes } from './features/products/routes.ts'
import { roadmapRoutes } from './features/roadmap/routes.ts'
import { sdkRoutes } from './features/sdk/routes.ts'
import { sessionRoutes } from './features/session/routes.ts'
import { templateRoutes } from './features/templates/routes.ts'
import { tenantRoutes } from './features/tenants/routes.ts'
import { requireArea } from './features/system/configuration.access.ts'
import { systemRoutes } from './features/system/routes.ts'
import { requireRule } from './features/user-groups/user-group.access.ts'
import { userGroupRoutes } from './features/user-groups/routes.ts'
import { userRoutes } from './features/users/routes.ts'
import { framingOrigins } from './features/visitors/framing-origins.ts'
import { promotionRoutes } from './features/promotion/routes.ts'
import { webhookRoutes } from './features/webhooks/routes.ts'
import { visitorRoutes } from './features/visitors/routes.ts'
import type { Handler } from './platform/http/handle.ts'
import { createHttpServer } from './platform/http/http-server.ts'
import { answerNotFound } from './platform/http/not-found.ts'
import { allowOrigins } from './platform/http/allow-origins.ts'
import { keepToOneOrigin, refuseForeignPages } from './platform/http/one-origin.ts'
import { registerCalls } from './platform/http/register-calls.ts'
import { type OtherOrigins, sendSecurityHeaders } from './platform/http/security-headers.ts'
import { serveOpenApi } from './platform/http/serve-open-api.ts'
import { serveWeb, webFolder } from './platform/http/serve-web.ts'
import { serveMetrics } from './platform/telemetry/serve-metrics.ts'
import { releaseVersion } from './release.ts'
import type { Services } from './services.ts'
import { configurationRoutes } from './features/configuration/routes.ts'
import { limitRoutes } from './features/limits/routes.ts'

/** Every handler of the product, feature by feature. */
const handlers: readonly Handler[] = [
  ...productRoutes,
  ...documentRoutes,
  ...fileRoutes,
  ...dataDictionaryRoutes,
  ...executionRoutes,
  ...calculatorRoutes,
  ...callLogRoutes,
  ...engineRoutes,
  ...lookInsideRoutes,
  ...permissionRoutes,
  ...categoryRoutes,
  ...boardRoutes,
  ...testBedsRoutes,
  ...dmlRoutes,
  ...ingeniumRoutes,
  ...portfolioRoutes,
  ...sdkRoutes,
  ...insightsRoutes,
  ...apiDocumentationRoutes,
  ...roadmapRoutes,
  ...bookmarkRoutes,
  ...templateRoutes,
  ...masterReferenceRoutes,
  ...masterApiRoutes,
  ...lineageRoutes,
  ...systemRoutes,
  ...tenantRoutes,
  ...sessionRoutes,
  ...jobRoutes,
  ...eventRoutes,
  ...userRoutes,
  ...userGroupRoutes,
  ...apiKeyRoutes,
  ...auditRoutes,
  ...mailRoutes,
  ...visitorRoutes,
  ...promotionRoutes,
  ...webhookRoutes,
  ...assistantRoutes,
  ...configurationRoutes,
  ...limitRoutes,
]

/** The HTTP server with all routes: calls, OpenAPI document, sign-in, metrics and the web application. */
export async function buildApp(services: Services): Promise<FastifyInstance> {
  assertComplete(handlers)
  const { settings, identity, metrics, reports } = services
  const app = createHttpServer({ log: services.log, reports, trustProxy: settings.trustProxy })
  sendSecurityHeaders(app, settings.origin)
  allowOrigins(app, settings.corsOrigins)
  keepToOneOrigin(app, settings.origin)
  if (identity.skipLogin) refuseForeignPages(app)
  await registerCalls(
    app,
    handlers,
    services,
    ({ db }, caller, rule) => db.inTenant(caller.tenantId, (tx) => requireRule(tx, caller, rule)),
    requireArea,
  )
  serveOpenApi(app, calls, { version: releaseVersion, origin: settings.origin })
  serveMetrics(app, metrics, settings.metricsToken)
  await identity.mount(app)
  answerNotFound(
    app,
    calls,
    await serveWeb(app, webFolder, otherOriginsOf(services), (url) => framingOrigins(services, url)),
    reports,
  )
  return app
}

/** A call without a handler fails at the start, not at its first request. */
function assertComplete(given: readonly Handler[]): void {
  const answered = new Set(given.map(({ call }) => call))
  const missing = calls.filter((call) => !answered.has(call)).map(({ id }) => id)
  const unknown = given.filter(({ call }) => !calls.includes(call)).map(({ call }) => call.id)
  if (missing.length > 0) throw new Error(`Calls of the contract without a handler: ${missing.join(', ')}`)
  if (unknown.length > 0) throw new Error(`Handlers of calls that the contract does not list: ${unknown.join(', ')}`)
}

/** Other origins that the application's pages navigate or send requests to. */
function otherOriginsOf({ settings, identity }: Services): OtherOrigins {
  const providers = identity.issuers.flatMap((issuer) => [issuer.issuer, issuer.verifierUri])
  const analytics = settings.userPilotToken === undefined ? undefined : settings.userAnalyticsUrl
  const outside = (addresses: readonly (string | undefined)[]) => {
    const origins = addresses.flatMap((address) => (address === undefined ? [] : [new URL(address).origin]))
    return [...new Set(origins)].filter((origin) => origin !== settings.origin)
  }
  return { forms: outside(providers), requests: outside([...providers, settings.sentryDsn, analytics]) }
}
