import { listComparedCases } from '@sheetwright/contract/test-beds/list-compared-cases.ts'
import { handle } from '../../platform/http/handle.ts'
import { comparedRuns, noSuchOutput } from './compared-runs.ts'
import * as store from './compared-result.store.ts'

export const listComparedCasesHandler = handle(listComparedCases, async ({ caller, params, body, services }) => {
  const { db, testResults } = services
  const { runs } = await db.inTenant(caller.tenantId, (tx) => comparedRuns(tx, caller, params.comparison))
  const { output, changedOnly, page, pageSize } = body
  const asked = { output, changedOnly, from: (page - 1) * pageSize, most: pageSize }
  const found = await store.listComparedCases(testResults, caller.tenantId, ...runs, asked)
  if (found === undefined) throw noSuchOutput(output)
  return found
})
