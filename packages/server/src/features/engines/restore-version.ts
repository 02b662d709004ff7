import { restoreVersion } from '@sheetwright/contract/engines/restore-version.ts'
import { bumped } from '@sheetwright/contract/engines/revision.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { effectiveRange } from './effective-dates.ts'
import { noteEngineChange } from './engine-audit.ts'
import { personBehind } from '../api-keys/api-key.access.ts'
import { actorOf } from '../../platform/audit/audit.store.ts'
import { requireEngine, requireVersion } from './engine.access.ts'
import { updateEngine } from './engine.store.ts'
import { findVersion, insertVersion, listVersions, updateVersion } from './engine-version.store.ts'

/** History is never rewritten: the old version returns as a new one, effective from now. */
export const restoreVersionHandler = handle(
  restoreVersion,
  ({ caller, params, services: { db, events }, correlationId }) => {
    // Taken before the transaction starts: pages compare it with the time of the change, and the new version is
    // effective from then.
    const effectiveStart = new Date()
    return db.inTenant(caller.tenantId, async (tx) => {
      const engine = await requireEngine(tx, caller, params, 'write')
      const old = await requireVersion(tx, engine, params.version)
      await updateEngine(tx, engine.id)
      const [highest] = await listVersions(tx, engine.id, { withArchived: true })
      const createdBy = await personBehind(tx, caller)
      const id = await insertVersion(tx, {
        engineId: engine.id,
        uploadId: old.uploadId,
        revision: bumped(highest?.revision, 'patch'),
        releaseNote: `Restored from ${old.revision}`,
        ...effectiveRange({}, { effectiveStart }),
        properties: old.properties,
        portNames: old.portNames,
        blockedBecause: old.blockedBecause,
        restoredFrom: old.id,
        createdBy,
      })
      if (old.publishedAt !== null) await updateVersion(tx, id, { state: 'Active', publishedBy: createdBy })
      const version = await findVersion(tx, engine.id, id)
      if (version === undefined) throw new CallError('ENGINE_VERSION_NOT_FOUND', 'The restored version is gone')
      await noteEngineChange(tx, events, actorOf(caller, correlationId), {
        action: 'engine.restoreVersion',
        engine,
        before: { revision: old.revision },
        after: { revision: version.revision, state: version.state },
      })
      return version
    })
  },
)
