import { getDmlRun } from '@sheetwright/contract/dml/get-dml-run.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { findDmlRun } from './dml-run.store.ts'
import { seenRunsOf } from './dml-source.access.ts'

export const getDmlRunHandler = handle(getDmlRun, async ({ caller, params, services: { db } }) => {
  const run = await db.inTenant(caller.tenantId, (tx) => findDmlRun(tx, params.run, seenRunsOf(caller)))
  if (run === undefined) throw new CallError('DML_RUN_NOT_FOUND', `There is no data load "${params.run}"`)
  return run
})
