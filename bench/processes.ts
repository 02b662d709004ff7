import { driveProcesses } from '../packages/server/test/support/process-load.ts'
import { startSharedStores } from './shared-stores.ts'

/**
 * Two api and two worker processes on one PostgreSQL and one S3 server, for two minutes; one of each is killed and
 * restarted, and versions are published all the time.
 */
const callers = Number(process.env['LOAD_CALLERS'] ?? 20)
const seconds = Number(process.env['LOAD_SECONDS'] ?? 120)
const stores = await startSharedStores()
try {
  const { environment } = stores
  const { wrong, missing, late, failures, ...counts } = await driveProcesses({ environment, callers, seconds })
  console.log(counts)
  const verdicts = [
    ['wrong answers', wrong],
    ['answered calls that are not in the log', missing],
    ['answers of an older version more than a second after a publication', late],
    ['failures other than a clear 503 or a cut connection', failures],
  ] as const
  for (const [name, list] of verdicts) {
    const some = list.length > 0 ? ` (${list.slice(0, 3).join(' | ')})` : ''
    console.log(`${list.length} ${name}${some}: ${list.length === 0 ? 'holds' : 'FAILS'}`)
  }
  const isPublished = counts.published > 1
  console.log(`${counts.published - 1} versions published under load: ${isPublished ? 'holds' : 'FAILS'}`)
  process.exitCode = isPublished && verdicts.every(([, list]) => list.length === 0) ? 0 : 1
} finally {
  await stores.stop()
}
