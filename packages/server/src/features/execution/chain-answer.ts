import type { TenantTransaction } from '../../platform/db/database.ts'
import type { CallerIdentity } from '../../platform/http/caller.ts'
import { findEngineById } from '../engines/engine.store.ts'
import type * as store from './chain.store.ts'

/** A chain as callers see it: engines that the reader may not see have no name. */
export async function chainAnswer(
  tx: TenantTransaction,
  caller: CallerIdentity,
  { id, name, steps }: Omit<store.StoredChain, 'engineId'>,
) {
  const shown = []
  for (const step of steps) {
    const { productId = null, serviceName = null } = (await findEngineById(tx, caller, step.engineId)) ?? {}
    shown.push({ engineId: step.engineId, productId, serviceName, mapping: { ...step.mapping } })
  }
  return { id, name, steps: shown }
}
