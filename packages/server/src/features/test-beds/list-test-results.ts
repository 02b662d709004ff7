import { listTestResults } from '@sheetwright/contract/test-beds/list-test-results.ts'
import { handle } from '../../platform/http/handle.ts'
import { runFiles } from './run-files.ts'
import { requireRun } from './test-bed.access.ts'
import { listResults } from './test-result.store.ts'

export const listTestResultsHandler = handle(listTestResults, async ({ caller, params, body, services }) => {
  const { db, testResults } = services
  const { tenantId } = caller
  const files = await db.inTenant(tenantId, async (tx) =>
    runFiles(tx, await requireRun(tx, caller, params.run, 'read')),
  )
  const { page, pageSize, ...filter } = body
  return listResults(testResults, { tenantId, files }, filter, { from: (page - 1) * pageSize, most: pageSize })
})
