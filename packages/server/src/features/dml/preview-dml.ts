import { previewDml } from '@sheetwright/contract/dml/preview-dml.ts'
import { handle } from '../../platform/http/handle.ts'
import { requireSource } from './dml-source.access.ts'
import { withDmlChild } from './dml-work.ts'

export const previewDmlHandler = handle(previewDml, async ({ caller, params, body, services, signal }) => {
  const { tenantId } = caller
  const { options } = body
  const source = await services.db.inTenant(tenantId, (tx) => requireSource(tx, caller, params, options.version))
  return withDmlChild(
    services,
    { tenantId, workbookHash: source.workbookHash, signal },
    {
      kind: 'preview',
      dialect: params.dialect,
      level: body.smartLevel,
      tables: options.tables,
      createTables: options.createTables,
      bases: [],
      about: [],
    },
    async (answer) => {
      if (answer.kind !== 'previewed') throw new Error('The child answered something else than it was asked for')
      const { tables, problems, warnings } = answer
      return { tables, problems, warnings }
    },
  )
})
