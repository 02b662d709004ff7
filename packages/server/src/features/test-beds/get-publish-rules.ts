import { getPublishRules } from '@sheetwright/contract/test-beds/get-publish-rules.ts'
import { handle } from '../../platform/http/handle.ts'
import { requireProduct } from '../engines/engine.access.ts'
import { readRules } from './publish-gate.store.ts'

export const getPublishRulesHandler = handle(getPublishRules, ({ caller, params, services: { db } }) =>
  db.inTenant(caller.tenantId, async (tx) =>
    readRules(tx, (await requireProduct(tx, caller, params.product, 'read')).id),
  ),
)
