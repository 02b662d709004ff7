import { getReadiness } from '@sheetwright/contract/system/get-readiness.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { fullFolders } from '../../platform/files/disk-space.ts'
import { handle } from '../../platform/http/handle.ts'
import { up } from './health.ts'

/** The database is migrated before the server starts to listen, so checking that it is reachable is enough. */
export const getReadinessHandler = handle(getReadiness, async ({ services: { db, stopping, log, settings } }) => {
  if (stopping.aborted) throw new CallError('SERVICE_UNAVAILABLE', 'The server is stopping')
  try {
    await db.pool.query('SELECT 1')
  } catch (error) {
    log.warn({ err: error }, 'Not ready: the database does not answer')
    throw new CallError('SERVICE_UNAVAILABLE', 'The database cannot be reached at the moment')
  }
  const full = await fullFolders(settings)
  if (full.length > 0) {
    log.warn({ folders: full }, 'Not ready: the disk is full')
    throw new CallError('STORAGE_FULL', `There is no space left in ${full.join(' and ')}`)
  }
  return up
})
