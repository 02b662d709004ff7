import { savePublishRules } from '@sheetwright/contract/test-beds/save-publish-rules.ts'
import { actorOf, recordAudit } from '../../platform/audit/audit.store.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { requireProduct } from '../engines/engine.access.ts'
import { countTestBeds, readRules, writeRules } from './publish-gate.store.ts'

export const savePublishRulesHandler = handle(savePublishRules, ({ caller, params, body, correlationId, services }) =>
  services.db.inTenant(caller.tenantId, async (tx) => {
    const product = await requireProduct(tx, caller, params.product, 'manage')
    if ((await countTestBeds(tx, product.id, body.testbedIds)) !== new Set(body.testbedIds).size) {
      throw new CallError('TESTBED_NOT_FOUND', 'Not all of these are test beds of the product')
    }
    const before = await readRules(tx, product.id)
    await writeRules(tx, product.id, body)
    await recordAudit(tx, actorOf(caller, correlationId), {
      action: 'product.publishRules',
      entityType: 'product',
      entityId: product.id,
      entityName: product.name,
      before,
      after: body,
    })
    return readRules(tx, product.id)
  }),
)
