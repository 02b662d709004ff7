import type { EngineInterface } from '@sheetwright/contract/engines/interface.ts'
import { checkInterface, isBreaking } from '@sheetwright/contract/master-api/master-api-definition.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { Services } from '../../services.ts'
import { publishedDefinition } from './master-api.store.ts'

/** Checks a build against the definition of its product: refuses it if the definition blocks, else returns warnings. */
export async function heldAgainstDefinition(
  { db }: Pick<Services, 'db'>,
  tenantId: string,
  productId: string,
  ports: EngineInterface,
): Promise<{ key: string; value: string }[]> {
  const definition = await db.inTenant(tenantId, (tx) => publishedDefinition(tx, productId))
  if (definition === undefined) return []
  const problems = checkInterface(definition.fields, ports)
  const breaking = problems.filter(isBreaking)
  if (definition.mode === 'block' && breaking.length > 0) {
    throw new CallError(
      'INVALID_ENGINE_CONFIGURATION',
      `The interface does not fit the master API definition: ${breaking.map(({ message }) => message).join('; ')}`,
      breaking.map(({ field, message }) => ({ field, message })),
    )
  }
  return problems.map(({ message }) => ({ key: 'MASTER_API_DEFINITION', value: message }))
}
