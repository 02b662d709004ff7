import type { AccessLevel } from '@sheetwright/contract/permissions/access-level.ts'
import type { Principal } from '@sheetwright/contract/permissions/principal.ts'
import { actorOf, recordAudit } from '../../platform/audit/audit.store.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { isForeignKeyViolation } from '../../platform/db/sql-errors.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { UserIdentity } from '../../platform/http/caller.ts'
import { listGrants, lockGrants, type ProtectedEntity, setGrant } from './permission.store.ts'

export interface WantedGrant {
  readonly principal: Principal
  readonly level: AccessLevel | null
}

/** Grants, changes and revokes permissions and records it in the audit trail. Returns how many principals are new. */
export async function changePermissions(
  tx: TenantTransaction,
  who: { readonly caller: UserIdentity; readonly correlationId: string },
  entity: ProtectedEntity,
  wanted: readonly WantedGrant[],
): Promise<number> {
  await lockGrants(tx, entity)
  const before = await auditedGrants(tx, entity)
  let added = 0
  for (const { principal, level } of wanted) {
    const isNew = await setGrant(tx, entity, { principal, level, grantedBy: who.caller.userId }).catch(unknownPrincipal)
    if (isNew) added += 1
  }
  const after = await auditedGrants(tx, entity)
  if (JSON.stringify(before) === JSON.stringify(after)) return added
  await recordAudit(tx, actorOf(who.caller, who.correlationId), {
    action: 'permission.change',
    entityType: entity.type,
    entityId: entity.id,
    entityName: entity.name,
    before,
    after,
  })
  return added

  function unknownPrincipal(error: unknown): never {
    if (!isForeignKeyViolation(error)) throw error
    const missing = wanted.length === 1 ? ` ${wanted[0]?.principal.id}` : ''
    const ofUsers = wanted.some(({ principal }) => principal.type === 'user')
    if (ofUsers) throw new CallError('USER_NOT_FOUND', `One of the people or groups does not exist:${missing}`)
    throw new CallError('USER_GROUP_NOT_FOUND', `There is no such group:${missing}`)
  }
}

async function auditedGrants(tx: TenantTransaction, entity: ProtectedEntity): Promise<Record<string, AccessLevel>> {
  const grants = await listGrants(tx, entity)
  return Object.fromEntries(
    grants.map(({ userId, userEmail, groupLabel, level }) => [userEmail ?? userId ?? groupLabel, level]),
  )
}
