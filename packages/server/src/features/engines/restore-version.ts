import { restoreVersion } from '@sheetwright/contract/engines/restore-version.ts'
import { bumped } from '@sheetwright/contract/engines/revision.ts'
import { handle } from '../../platform/http/handle.ts'
import { effectiveRange } from './effective-dates.ts'
import { noteEngineChange } from './engine-audit.ts'
import { personBehind } from '../api-keys/api-key.access.ts'
import { actorOf } from '../../platform/audit/audit.store.ts'
import { requireEngine, requireVersion } from './engine.access.ts'
import { updateEngine } from './engine.store.ts'
import { insertVersion, listVersions, updateVersion } from './engine-version.store.ts'
import { inherentCodes } from './inherent-checks.ts'
import { checksOf, unacknowledged } from './publish-checks.ts'
import { existing } from './publish-version.ts'
import { tellGateFailed } from '../webhooks/webhook.store.ts'

/**
 * History is never rewritten: the old version returns as a new one, effective from now. It becomes active only if it
 * may be published; that it differs from the version in use is what it is restored for.
 */
export const restoreVersionHandler = handle(
  restoreVersion,
  ({ caller, params, services: { db, events, files }, correlationId }) => {
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
      const found = old.publishedAt === null ? [] : await checksOf(tx, files, await existing(tx, engine.id, id))
      const open = unacknowledged(found, inherentCodes)
      if (open.length > 0) {
        const message = `The restored version fails checks: ${open.map((each) => each.message).join('; ')}`
        await tellGateFailed(tx, { engineId: engine.id, versionId: id, message })
      } else if (old.publishedAt !== null) {
        await updateVersion(tx, id, { state: 'Active', publishedBy: createdBy })
      }
      const version = await existing(tx, engine.id, id)
      await noteEngineChange(tx, events, actorOf(caller, correlationId), {
        action: 'engine.restoreVersion',
        engine,
        before: { revision: old.revision },
        after: {
          revision: version.revision,
          state: version.state,
          ...(open.length === 0 ? {} : { open: open.map(({ code }) => code) }),
        },
      })
      return version
    })
  },
)
