import { rollBack } from '@sheetwright/contract/engines/roll-back.ts'
import { actorOf } from '../../platform/audit/audit.store.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { noteEngineChange } from './engine-audit.ts'
import { requireEngine, requireVersion } from './engine.access.ts'
import { updateEngine } from './engine.store.ts'
import { listVersions, type StoredVersion, updateVersion } from './engine-version.store.ts'
import { existing } from './publish-version.ts'

export const rollBackHandler = handle(rollBack, ({ caller, params, services: { db, events }, correlationId }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const engine = await requireEngine(tx, caller, params, 'write')
    const version = await requireVersion(tx, engine, params.version)
    await updateEngine(tx, engine.id)
    const at = new Date().toISOString()
    const [running, before] = (await listVersions(tx, engine.id, { withArchived: false })).filter((each) =>
      isInUse(each, at),
    )
    // Two concurrent rollbacks mean the same version: the second must not roll back one more.
    if (running?.id !== version.id) {
      throw new CallError('CONFLICT', `Version ${version.revision} is not the one that runs now`)
    }
    if (before === undefined) {
      throw new CallError(
        'NO_ACTIVE_VERSION',
        'No earlier version of the engine is active: there is none to go back to',
      )
    }
    await updateVersion(tx, running.id, { state: 'Inactive' })
    await noteEngineChange(tx, events, actorOf(caller, correlationId), {
      action: 'engine.versionState',
      engine,
      before: { revision: running.revision, state: running.state },
      after: { revision: running.revision, state: 'Inactive', runsAgain: before.revision },
    })
    return existing(tx, engine.id, before.id)
  }),
)

function isInUse({ state, effectiveStartDate, effectiveEndDate }: StoredVersion, at: string): boolean {
  return state === 'Active' && effectiveStartDate <= at && at <= effectiveEndDate
}
