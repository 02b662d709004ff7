import { setVersionState, versionStateChanges } from '@sheetwright/contract/engines/set-version-state.ts'
import type { PublishCheck } from '@sheetwright/contract/engines/publish-checks.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import type { Files } from '../../platform/files/files.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { noteEngineChange } from './engine-audit.ts'
import { actorOf } from '../../platform/audit/audit.store.ts'
import { requireEngine, requireVersion } from './engine.access.ts'
import { type StoredEngine, updateEngine } from './engine.store.ts'
import { type StoredVersion, updateVersion } from './engine-version.store.ts'
import { assertNotPutBack } from './four-eyes.ts'
import { assertAcknowledged, checksOf } from './publish-checks.ts'
import { inPublishing, refusing } from './publish-refused.ts'
import { acknowledged, existing, publishVersion } from './publish-version.ts'

export const setVersionStateHandler = handle(
  setVersionState,
  ({ caller, params, body, services: { db, events, files }, correlationId }) =>
    inPublishing({ db }, caller.tenantId, async (tx) => {
      const engine = await requireEngine(tx, caller, params, 'write')
      // Locks the engine, so that the state is still what it is read as when it changes.
      await updateEngine(tx, engine.id)
      const version = await requireVersion(tx, engine, params.version)
      if (version.state === 'Draft' && body.state === 'Active') {
        return publishVersion(tx, { events, files }, { caller, correlationId }, engine, version, {
          acknowledge: body.acknowledge,
        })
      }
      assertStateChange(version, body.state)
      const putBack = body.state === 'Active' ? await putBackChecks(tx, files, engine, version) : []
      refusing({ engineId: engine.id, versionId: version.id }, () =>
        assertAcknowledged(putBack, body.acknowledge, caller.kind === 'user' && caller.isAdmin),
      )
      await updateVersion(tx, version.id, { state: body.state })
      await noteEngineChange(tx, events, actorOf(caller, correlationId), {
        action: 'engine.versionState',
        engine,
        before: { revision: version.revision, state: version.state },
        after: { revision: version.revision, state: body.state, ...acknowledged(putBack, body.acknowledge) },
      })
      return existing(tx, engine.id, version.id)
    }),
)

/**
 * What putting a version back into use requires. Its other checks have the result that they had when it was published.
 */
async function putBackChecks(
  tx: TenantTransaction,
  files: Files,
  engine: StoredEngine,
  version: StoredVersion,
): Promise<PublishCheck[]> {
  await assertNotPutBack(tx, engine, version)
  return (await checksOf(tx, files, version)).filter(({ code }) => code === 'TESTS_FAIL')
}

/** A version archived as a draft was never published, so it must not return as published. */
function assertStateChange(
  { state, revision, publishedAt, blockedBecause }: StoredVersion,
  to: StoredVersion['state'],
) {
  const allowed = versionStateChanges[state].filter((each) => each === 'Archived' || publishedAt !== null)
  if (!allowed.includes(to)) {
    throw new CallError('STATUS_CHANGE_NOT_ALLOWED', `Version ${revision} cannot go from ${state} to ${to}`, [
      { field: 'body.state', message: `cannot follow ${state}`, allowed: allowed.join(', ') || 'nothing' },
    ])
  }
  if (to === 'Active' && blockedBecause !== null) throw new CallError('ENGINE_NOT_PROVEN', blockedBecause)
}
