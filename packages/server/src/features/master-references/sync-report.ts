import type { SyncReport } from '@sheetwright/contract/master-references/sync-report.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { findDocument, findMasterVersion } from './master-reference.store.ts'
import { listSyncEngines } from './sync.store.ts'

const nobody = '00000000-0000-0000-0000-000000000000'

/** The progress of a sync. */
export async function reportOf(
  tx: TenantTransaction,
  jobId: string,
  data: Readonly<Record<string, unknown>>,
): Promise<SyncReport> {
  const engines = (await listSyncEngines(tx, jobId)).map(({ uploadId: _upload, ...engine }) => engine)
  const { documentId, Name } = data
  const document = typeof documentId === 'string' ? await findDocument(tx, documentId) : undefined
  const version = document && (await findMasterVersion(tx, document.id, document.shownVersionId))
  const count = (state: string) => engines.filter((engine) => engine.state === state).length
  return {
    documentId: typeof documentId === 'string' ? documentId : nobody,
    serviceName: document?.serviceName ?? String(Name),
    revision: version?.revision ?? '0.0.0',
    synced: count('Synced'),
    upToDate: count('UpToDate'),
    failed: count('Failed'),
    waiting: count('Waiting'),
    // The outcome of a waiting engine is only a leftover of a crash.
    engines: engines.map((engine) => (engine.state === 'Waiting' ? { ...engine, outcome: null } : engine)),
  }
}
