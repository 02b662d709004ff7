import { getDiagnostics } from '@sheetwright/contract/system/get-diagnostics.ts'
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
