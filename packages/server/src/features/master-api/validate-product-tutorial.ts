import { validateProductTutorial } from '@sheetwright/contract/master-api/validate-product-tutorial.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { requireProduct } from '../engines/engine.access.ts'
import { checkedTutorials, refuseTutorial } from './checked-tutorials.access.ts'
import { requireDefinition } from './master-api.access.ts'

export const validateProductTutorialHandler = handle(
  validateProductTutorial,
  ({ caller, params, body, services: { db, files } }) =>
    db.inTenant(caller.tenantId, async (tx) => {
      const product = await requireProduct(tx, caller, params.product, 'read')
      const { fields } = await requireDefinition(tx, product.id)
      const checked = await checkedTutorials(tx, files, caller, product.id, fields)
      const engine = checked.find(({ serviceName }) => serviceName.toLowerCase() === body.serviceName.toLowerCase())
      if (engine === undefined) throw new CallError('ENGINE_NOT_FOUND', `There is no engine "${body.serviceName}"`)
      refuseTutorial(engine.problems)
      return { serviceName: engine.serviceName, isValid: true as const }
    }),
)
