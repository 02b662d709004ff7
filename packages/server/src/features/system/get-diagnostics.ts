import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { getDiagnostics } from '@sheetwright/contract/system/get-diagnostics.ts'
import { handle } from '../../platform/http/handle.ts'
import type { Files } from '../../platform/files/files.ts'
import { releaseVersion } from '../../release.ts'
import { queueDepth, storageOf } from './diagnostics.store.ts'

const hourMillis = 60 * 60 * 1000

export const getDiagnosticsHandler = handle(
  getDiagnostics,
  async ({ caller: { tenantId }, services: { db, files, metrics } }) => {
    const memory = process.memoryUsage()
    const before = performance.now()
    const { rows } = await db.pool.query<{ server_version: string }>('SHOW server_version')
    const answerMillis = performance.now() - before
    const { contents, bytes, waitingMails, failedMails } = await db.inTenant(tenantId, storageOf)
    return {
      version: releaseVersion,
      runtime: `Node ${process.version}`,
      uptimeSeconds: process.uptime(),
      memory: { residentBytes: memory.rss, heapUsedBytes: memory.heapUsed, heapTotalBytes: memory.heapTotal },
      storage: { contents, bytes, check: await checkStore(files, tenantId) },
      queue: await db.inSystem(queueDepth),
      mail: { waiting: waitingMails, failed: failedMails },
      slowCalls: metrics.slowCalls
        .slowest(tenantId, Date.now() - hourMillis, 20)
        .map(({ tenantId: _tenant, at, ...call }) => ({ ...call, at: new Date(at).toISOString() })),
      database: {
        version: rows[0]?.server_version ?? '',
        answerMillis,
        connections: db.pool.totalCount,
        waiting: db.pool.waitingCount,
      },
    }
  },
)

/** Writes, reads and removes a small content. */
async function checkStore({ store }: Files, tenantId: string) {
  const since = performance.now()
  const content = randomBytes(1024)
  try {
    const received = await store.receive(tenantId, Readable.from([content]), { maxBytes: content.length })
    await received.keep()
    const read = await buffer(await store.open(tenantId, received.hash))
    await store.remove(tenantId, received.hash)
    const passed = read.equals(content)
    return { passed, millis: performance.now() - since, problem: passed ? null : 'Other bytes came back' }
  } catch (error) {
    return { passed: false, millis: performance.now() - since, problem: String(error) }
  }
}
