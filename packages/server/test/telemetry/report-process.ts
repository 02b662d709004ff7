import { createServer } from 'node:http'
import { openErrorReports } from '../../src/platform/telemetry/error-reports.ts'
import { createLog } from '../../src/platform/telemetry/log.ts'

/**
 * Runs in its own process, because error reporting hooks into everything: fails while it answers a request, and
 * reports.
 */
const log = createLog({ logLevel: 'silent', logFormat: 'json' })
const reports = await openErrorReports({ dsn: process.env['SENTRY_DSN'], environment: 'test', release: '9.9.9' }, log)
const server = createServer((_request, response) => {
  reports.report(new Error('It broke'), { correlationId: 'correlation-1', callId: 'test.call' })
  response.end()
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const address = server.address()
const port = typeof address === 'object' ? address?.port : undefined
const headers = { cookie: 'session=s3cret', authorization: 'Bearer s3cret', 'x-tenant-name': 's3cret' }
await (await fetch(`http://127.0.0.1:${port}/path?who=s3cret`, { method: 'POST', headers, body: 's3cret' })).text()
await reports.close()
process.exit(0)
