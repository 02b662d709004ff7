import { listTemplates } from '@sheetwright/contract/templates/list-templates.ts'
import { templatePageSize } from '@sheetwright/contract/templates/template.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import * as store from './template.store.ts'

export const listTemplatesHandler = handle(listTemplates, ({ caller, body, services: { db } }) => {
  const { page, sort, search } = body
  const pairs = search.map(({ field, value }) => ({ field, value: String(value) }))
  const favourites = pairs.find(({ field }) => field === 'isstarred')?.value
  if (favourites !== undefined && favourites !== 'true' && favourites !== 'false') {
    throw new CallError('INVALID_INPUT', 'The value of isstarred is neither true nor false', [
      { field: 'body.search.isstarred', message: 'is neither true nor false', allowed: 'true, false' },
    ])
  }
  const pageSize = body.pageSize ?? (favourites === 'true' ? templatePageSize.favourites : templatePageSize.list)
  const filters = pairs.map(({ field, value }) => store.templateFilters[field](value, caller))
  return db.inTenant(caller.tenantId, async (tx) => {
    await store.addStarters(tx)
    return store.listTemplates(tx, caller, { page, pageSize, sort, filters })
  })
})
