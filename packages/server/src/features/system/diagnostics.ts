import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { clearCache, clearGarbage, getDiagnostics } from '@sheetwright/contract/system/diagnostics.ts'
import { handle } from '../../platform/http/handle.ts'
import { releaseVersion } from '../../release.ts'

export const getDiagnosticsHandler = handle(getDiagnostics, async ({ services: { db } }) => {
  const memory = process.memoryUsage()
  const before = performance.now()
  const { rows } = await db.pool.query<{ server_version: string }>('SHOW server_version')
  return {
    version: releaseVersion,
    runtime: `Node ${process.version}`,
    uptimeSeconds: process.uptime(),
    memory: { residentBytes: memory.rss, heapUsedBytes: memory.heapUsed, heapTotalBytes: memory.heapTotal },
    database: {
      version: rows[0]?.server_version ?? '',
      answerMillis: performance.now() - before,
      connections: db.pool.totalCount,
      waiting: db.pool.waitingCount,
    },
  }
})

export const clearCacheHandler = handle(clearCache, async ({ caller, services: { caches } }) => ({
  cleared: await caches.clear(caller.tenantId),
}))

export const clearGarbageHandler = handle(clearGarbage, ({ log }) => {
  const heapBytesBefore = process.memoryUsage().heapUsed
  collectGarbage()
  const heapBytesAfter = process.memoryUsage().heapUsed
  log.info({ heapBytesBefore, heapBytesAfter }, 'Memory was freed on request')
  return { heapBytesBefore, heapBytesAfter }
})

/** The collector is reachable only in a context made while the flag is set. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  setFlagsFromString('--no-expose-gc')
  collect()
}
