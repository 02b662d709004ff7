import { type AccessLevel, accessRanks } from '@sheetwright/contract/permissions/access-level.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallerIdentity } from '../../platform/http/caller.ts'
import { type Entity, rankOfEntity } from './entity-rank.store.ts'
import { levelOf } from './permission-rank.store.ts'

/** What is to be done with an entity. */
export type Right = 'read' | 'execute' | 'write' | 'manage'

/** Who sees a thing may calculate with it. */
const levelFor: Record<Right, AccessLevel> = { read: 'view', execute: 'view', write: 'edit', manage: 'manage' }

/** What a caller may do with one entity; undefined when they may not even see it. */
export async function accessTo(
  tx: TenantTransaction,
  caller: CallerIdentity,
  entity: Entity,
): Promise<AccessLevel | undefined> {
  if (caller.kind === 'visitor' && !isOfLink(caller, entity)) return undefined
  const rank = await rankOfEntity(tx, caller, entity)
  return rank === null ? undefined : levelOf(rank)
}

/** Whether a caller of any kind may do something with an entity. */
export async function mayOn(
  tx: TenantTransaction,
  caller: CallerIdentity,
  entity: Entity,
  right: Right,
): Promise<boolean> {
  const level = await accessTo(tx, caller, entity)
  return level !== undefined && accessRanks[level] >= accessRanks[levelFor[right]]
}

/** Refuses what `mayOn` denies. What the caller may not see does not exist for them: `missing` says so. */
export async function requireOn(
  tx: TenantTransaction,
  caller: CallerIdentity,
  entity: Entity,
  right: Right,
  missing: () => CallError,
): Promise<AccessLevel> {
  const level = await accessTo(tx, caller, entity)
  if (level === undefined) throw missing()
  if (accessRanks[level] >= accessRanks[levelFor[right]]) return level
  const reason = right === 'manage' ? 'This is for those who manage it' : 'You may see this but not change it'
  throw new CallError('PERMISSION_DENIED', reason)
}

/** A visitor reaches the engine of their link and nothing else, not even the product around it. */
function isOfLink(
  link: { readonly productId: string; readonly serviceName: string },
  { type, productId, serviceName }: Entity,
): boolean {
  const sameName = serviceName?.normalize('NFKC').toLowerCase() === link.serviceName.normalize('NFKC').toLowerCase()
  return type === 'engine' && productId === link.productId && sameName
}
