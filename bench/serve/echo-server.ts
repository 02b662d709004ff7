import { executeEngine } from '@sheetwright/contract/execution/execute-engine.ts'
import Fastify from 'fastify'
import type { LoadTarget } from '../http/load.ts'
import { tellCpuTime } from '../http/tell-cpu-time.ts'
import { executeBody } from './bodies.ts'

/** The baseline of serving: a framework that validates the same bodies and echoes them. */
const { schema } = executeEngine.body
const app = Fastify()
app.post('/echo', (request) => schema.parse(request.body))
await app.listen({ host: '127.0.0.1', port: 0 })
const address = app.server.address()
const port = typeof address === 'object' && address !== null ? address.port : 0
const target: LoadTarget = {
  name: 'echo',
  port,
  method: 'POST',
  path: '/echo',
  headers: { 'content-type': 'application/json' },
  body: executeBody,
}
tellCpuTime()
process.send?.({ targets: [target] })
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)))
