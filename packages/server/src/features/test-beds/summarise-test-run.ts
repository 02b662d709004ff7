import { summariseTestRun } from '@sheetwright/contract/test-beds/summarise-test-run.ts'
import { handle } from '../../platform/http/handle.ts'
import { runFiles } from './run-files.ts'
import { requireRun } from './test-bed.access.ts'
import { summariseOutputs } from './test-result.store.ts'

export const summariseTestRunHandler = handle(summariseTestRun, async ({ caller, params, services }) => {
  const { db, testResults } = services
  const { tenantId } = caller
  const { files, setup } = await db.inTenant(tenantId, async (tx) => {
    const run = await requireRun(tx, caller, params.run, 'read')
    return { files: await runFiles(tx, run), setup: run.setup }
  })
  return { outputs: await summariseOutputs(testResults, { tenantId, files }, setup.outputs) }
})
