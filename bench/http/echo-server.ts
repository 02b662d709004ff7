import Fastify from 'fastify'
import type { LoadTarget } from './load.ts'
import { tellCpuTime } from './tell-cpu-time.ts'

/** The baseline: a framework that only echoes the request. */
const app = Fastify()
app.post('/echo', (request) => request.body)
await app.listen({ host: '127.0.0.1', port: 0 })
const address = app.server.address()
const port = typeof address === 'object' && address !== null ? address.port : 0
const targets: LoadTarget[] = [
  {
    name: 'echo',
    port,
    method: 'POST',
    path: '/echo',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ page: 1, pageSize: 11, sort: '-updated', search: [] }),
  },
]
tellCpuTime()
process.send?.(targets)
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)))
