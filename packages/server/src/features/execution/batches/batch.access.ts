import type { TenantTransaction } from '../../../platform/db/database.ts'
import { CallError } from '../../../platform/http/call-error.ts'
import type { KeyIdentity, UserIdentity } from '../../../platform/http/caller.ts'
import { type BatchOwner, findBatch, lockBatch, type StoredBatch } from './batch.store.ts'

export type BatchCaller = UserIdentity | KeyIdentity

export function ownerOf(caller: BatchCaller): BatchOwner {
  return caller.kind === 'user' ? { kind: 'user', id: caller.userId } : { kind: 'key', id: caller.keyId }
}

/** The owner of the batches that a caller sees: the caller; undefined means all, for supervisors. */
export function seenOwner(caller: BatchCaller): BatchOwner | undefined {
  const isLimited = caller.kind === 'key' && caller.reach !== undefined
  const isSupervisor = caller.groups.some((label) => label.startsWith('supervisor:'))
  return isSupervisor && !isLimited ? undefined : ownerOf(caller)
}

/** The batch that a call names; a batch of somebody else does not exist for the caller. */
export async function requireBatch(
  tx: TenantTransaction,
  caller: BatchCaller,
  id: string,
  find: typeof findBatch | typeof lockBatch = findBatch,
): Promise<StoredBatch> {
  const batch = await find(tx, id)
  const owner = seenOwner(caller)
  const isSeen = owner === undefined || (batch?.ownerKind === owner.kind && batch.ownerId === owner.id)
  if (batch === undefined || !isSeen) throw new CallError('BATCH_NOT_FOUND', `There is no batch ${id}`)
  return batch
}

/** The same for a change; locks the batch until the transaction ends. */
export async function requireOpenBatch(tx: TenantTransaction, caller: BatchCaller, id: string): Promise<StoredBatch> {
  const batch = await requireBatch(tx, caller, id, lockBatch)
  if (batch.state !== 'open') throw new CallError('BATCH_ENDED', `The batch is ${batch.state} already`)
  return batch
}
