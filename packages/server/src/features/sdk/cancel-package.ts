import { cancelPackage } from '@sheetwright/contract/sdk/cancel-package.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { personBehind } from '../api-keys/api-key.access.ts'
import { findJob } from '../../platform/jobs/job.store.ts'
import { requirePackage, shownPackage } from './package.access.ts'

export const cancelPackageHandler = handle(cancelPackage, ({ caller, params, services: { db, jobs, events } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const { engine, found } = await requirePackage(tx, caller, params)
    const job = found.jobId === null ? undefined : await findJob(tx, found.jobId)
    if (engine.access === 'view' && job?.userId !== (await personBehind(tx, caller))) {
      throw new CallError('PERMISSION_DENIED', 'Only who asked for a package, or may edit the engine, can stop it')
    }
    if (found.jobId !== null) await jobs.cancel(tx, found.jobId)
    await events.publish(tx, { type: 'engine.changed', id: engine.id })
    const after = await requirePackage(tx, caller, params)
    return shownPackage(engine, after.found)
  }),
)
