import { publishEngine } from '@sheetwright/contract/engines/publish-engine.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { requireEngine, requireVersion } from './engine.access.ts'
import { type StoredEngine } from './engine.store.ts'
import { listVersions, type StoredVersion } from './engine-version.store.ts'
import { inPublishing } from './publish-refused.ts'
import { publishVersion } from './publish-version.ts'

export const publishEngineHandler = handle(publishEngine, ({ caller, params, body, services, correlationId }) =>
  inPublishing(services, caller.tenantId, async (tx) => {
    const engine = await requireEngine(tx, caller, params, 'write')
    const version = await (body.version === undefined
      ? newestDraft(tx, engine)
      : requireVersion(tx, engine, body.version))
    return publishVersion(tx, services, { caller, correlationId }, engine, version, body)
  }),
)

async function newestDraft(tx: TenantTransaction, engine: StoredEngine): Promise<StoredVersion> {
  const versions = await listVersions(tx, engine.id, { withArchived: false })
  const draft = versions.find(({ state }) => state === 'Draft')
  if (draft !== undefined) return draft
  throw new CallError('ENGINE_VERSION_NOT_FOUND', 'The engine has no draft that could be published')
}
