import { describeTables } from '@sheetwright/contract/dml/describe-tables.ts'
import { handle } from '../../platform/http/handle.ts'
import { requireSource } from './dml-source.access.ts'
import { withDmlChild } from './dml-work.ts'

export const describeTablesHandler = handle(describeTables, async ({ caller, params, query, services, signal }) => {
  const { tenantId } = caller
  const source = await services.db.inTenant(tenantId, (tx) => requireSource(tx, caller, params, query.version))
  const work = { tenantId, workbookHash: source.workbookHash, signal }
  return withDmlChild(services, work, { kind: 'describe' }, async (answer) => {
    if (answer.kind !== 'described') throw new Error('The child answered something else than it was asked for')
    return { revision: source.revision, tables: answer.tables }
  })
})
