import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { insertEngine } from '@sheetwright/server/features/engines/engine.store.ts'
import { insertVersion, updateVersion } from '@sheetwright/server/features/engines/engine-version.store.ts'
import { newId } from '@sheetwright/server/platform/db/new-id.ts'
import { sql } from 'drizzle-orm'
import { publishedEngine } from '../../packages/server/test/support/published-engine.ts'
import { serveProduct } from '../http/serve-product.ts'
import { premium } from '../workbooks/premium.ts'
import { xlsxOf } from '../workbooks/write-xlsx.ts'

export interface Figures {
  /** In bytes. */
  readonly heap: number
  /** Processor time of the main thread before the memory was measured, and after it. */
  readonly mainMicros: number
  readonly mainMicrosAfter: number
}

/** The product with many published engines, each with a program of its own. */
const count = Number(process.env['BENCH_ENGINES'])
const { port, services, person, client, stopping } = await serveProduct('warn')
const { tenantId, userId } = person
const first = await publishedEngine({ services }, { ...person, client }, xlsxOf(premium()), { serviceName: 'Engine 0' })
const engines = [first.engineId]
const { rows } = await services.db.inTenant(tenantId, (tx) =>
  tx.q.execute<{ hash: string }>(sql`SELECT program_hash AS hash FROM engine_uploads`),
)
const program = await text(await services.files.open(tenantId, rows[0]?.hash ?? ''))
while (engines.length < count) engines.push(await copyOf(engines.length))

process.on('message', () => {
  // Before the collection, which is no work of the product.
  const { user, system } = process.threadCpuUsage()
  globalThis.gc?.()
  const collected = process.threadCpuUsage()
  process.send?.({
    heap: process.memoryUsage().heapUsed,
    mainMicros: user + system,
    mainMicrosAfter: collected.user + collected.system,
  } satisfies Figures)
})
process.send?.({ port, productId: first.productId, engines, headers: person.headers, programBytes: program.length })

/** The same workbook under another name; its program differs by a comment, so that it is another one. */
async function copyOf(n: number): Promise<string> {
  const { hash } = await services.files.put(tenantId, Readable.from([Buffer.from(`${program}\n// ${n}\n`)]), {
    maxBytes: 1e9,
    signal: stopping,
  })
  return services.db.inTenant(tenantId, async (tx) => {
    const serviceName = `Engine ${n}`
    const uploadId = newId()
    await tx.q.execute(sql`
      INSERT INTO engine_uploads (tenant_id, id, engine_file_id, product_id, service_name, uploaded_by, file_name, file_hash,
        file_size, state, program_hash, build_hash)
      SELECT tenant_id, ${uploadId}, ${newId()}, product_id, ${serviceName}, uploaded_by, file_name, file_hash,
        file_size, state, ${hash}, build_hash
      FROM engine_uploads WHERE service_name = 'Engine 0'`)
    const engineId = await insertEngine(tx, {
      productId: first.productId,
      serviceName,
      ownerId: userId,
      engineType: 'Type1',
      connectorUrl: null,
    })
    const versionId = await insertVersion(tx, {
      engineId,
      uploadId,
      revision: '1.0.0',
      releaseNote: '',
      effectiveStart: new Date(Date.now() - 86_400_000),
      effectiveEnd: new Date(Date.now() + 3650 * 86_400_000),
      createdBy: userId,
    })
    await updateVersion(tx, versionId, { state: 'Active', publishedBy: userId })
    return engineId
  })
}
