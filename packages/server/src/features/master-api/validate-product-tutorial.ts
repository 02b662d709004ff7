import { isBreaking } from '@sheetwright/contract/master-api/master-api-definition.ts'
import { validateProductTutorial } from '@sheetwright/contract/master-api/validate-product-tutorial.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { requireProduct } from '../engines/engine.access.ts'
import { checkedEngines } from './checked-engines.ts'
import { requireDefinition } from './master-api.access.ts'

export const validateProductTutorialHandler = handle(
  validateProductTutorial,
  ({ caller, params, body, services: { db, files } }) =>
    db.inTenant(caller.tenantId, async (tx) => {
      const product = await requireProduct(tx, caller, params.product, 'read')
      const { fields } = await requireDefinition(tx, product.id)
      const checked = await checkedEngines(tx, files, caller, product.id, fields)
      const engine = checked.find(({ serviceName }) => serviceName.toLowerCase() === body.serviceName.toLowerCase())
      if (engine === undefined) throw new CallError('ENGINE_NOT_FOUND', `There is no engine "${body.serviceName}"`)
      const problems = engine.problems.filter(isBreaking)
      if (problems.length > 0) {
        throw new CallError(
          'PRODUCT_TUTORIAL_UPLOAD_ERROR',
          `The tutorial does not fit the master API definition: ${problems.length} problems`,
          problems.map(({ field, message }) => ({ field, message })),
        )
      }
      return { serviceName: engine.serviceName, isValid: true as const }
    }),
)
