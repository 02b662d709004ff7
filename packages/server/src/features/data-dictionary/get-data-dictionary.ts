import { getDataDictionary } from '@sheetwright/contract/data-dictionary/get-data-dictionary.ts'
import { handle } from '../../platform/http/handle.ts'
import { listEntries } from './dictionary.store.ts'

export const getDataDictionaryHandler = handle(getDataDictionary, ({ caller, query, services: { db } }) =>
  db.inTenant(caller.tenantId, (tx) => listEntries(tx, query)),
)
