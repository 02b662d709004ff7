import { CallError } from '../../platform/http/call-error.ts'
import { findPublicTenant } from '../../platform/identity/tenants.store.ts'
import type { Services } from '../../services.ts'

/** The tenant of an address, if anybody may execute its public engines. Otherwise it does not exist for the caller. */
export async function requirePublicTenant(
  { db }: Services,
  name: string,
): Promise<{ readonly id: string; readonly name: string }> {
  const tenant = await db.inSystem((tx) => findPublicTenant(tx, name))
  if (tenant === undefined) throw new CallError('ENGINE_NOT_FOUND', 'There is no such public engine')
  return tenant
}
