import { type AccessLevel, accessRanks } from '@sheetwright/contract/permissions/access-level.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallerIdentity } from '../../platform/http/caller.ts'
import { type Entity, rankOfEntity } from './entity-rank.store.ts'
import { levelOf } from './permission-rank.store.ts'

/** An action on an entity. */
export type Right = 'read' | 'execute' | 'write' | 'manage'

/** Everybody who sees an entity may calculate with it. */
const levelFor: Record<Right, AccessLevel> = { read: 'view', execute: 'view', write: 'edit', manage: 'manage' }

/** A caller's access to one entity; undefined if they may not even see it. */
async function accessTo(
  tx: TenantTransaction,
  caller: CallerIdentity,
  entity: Entity,
): Promise<AccessLevel | undefined> {
  if (isHidden(caller, entity)) return undefined
  const rank = await rankOfEntity(tx, caller, entity)
  return rank === null ? undefined : levelOf(rank)
}

/**
 * Throws unless a caller of any kind may do this with an entity. One that the caller may not see does not exist for
 * them: `missing` is thrown.
 */
export async function requireOn(
  tx: TenantTransaction,
  caller: CallerIdentity,
  entity: Entity,
  right: Right,
  missing: () => CallError,
): Promise<AccessLevel> {
  const level = await accessTo(tx, caller, entity)
  if (level === undefined) throw missing()
  requireLevel(level, right)
  return level
}

/** The same for an entity that was found with the caller's access to it. */
export function requireOnFound(
  caller: CallerIdentity,
  entity: Entity & { readonly access: AccessLevel },
  right: Right,
  missing: () => CallError,
): void {
  if (isHidden(caller, entity)) throw missing()
  requireLevel(entity.access, right)
}

function requireLevel(level: AccessLevel, right: Right): void {
  if (accessRanks[level] >= accessRanks[levelFor[right]]) return
  const reason = right === 'manage' ? 'This is for those who manage it' : 'You may see this but not change it'
  throw new CallError('PERMISSION_DENIED', reason)
}

/** A visitor accesses only the engine of their link, not even its product. */
function isHidden(caller: CallerIdentity, entity: Entity): boolean {
  return caller.kind === 'visitor' && !isOfLink(caller, entity)
}

function isOfLink(
  link: { readonly productId: string; readonly serviceName: string },
  { type, productId, serviceName }: Entity,
): boolean {
  const sameName = serviceName?.normalize('NFKC').toLowerCase() === link.serviceName.normalize('NFKC').toLowerCase()
  return type === 'engine' && productId === link.productId && sameName
}
