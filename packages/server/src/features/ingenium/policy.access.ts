import type { StoredMapping } from '@sheetwright/contract/ingenium/mapping.ts'
import type { PolicyRun } from '@sheetwright/contract/ingenium/policy-run.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { UserIdentity } from '../../platform/http/caller.ts'
import { findMapping } from './policy-mapping.store.ts'
import { findPolicyRun } from './policy-run.store.ts'

/** A mapping of an engine that the caller sees. */
export async function requireMapping(
  tx: TenantTransaction,
  caller: UserIdentity,
  id: string,
  number?: number,
): Promise<StoredMapping> {
  const mapping = await findMapping(tx, caller, id, number)
  if (mapping === undefined) throw new CallError('POLICY_MAPPING_NOT_FOUND', `There is no mapping "${id}"`)
  return mapping
}

/** People see their own runs; supervisors see everybody's. */
export async function requirePolicyRun(tx: TenantTransaction, caller: UserIdentity, id: string): Promise<PolicyRun> {
  const run = await findPolicyRun(tx, id, seenRunsOf(caller))
  if (run === undefined) throw new CallError('POLICY_RUN_NOT_FOUND', `There is no policy run "${id}"`)
  return run
}

export function seenRunsOf({ isAdmin, isSuperuser, userId }: UserIdentity): string | undefined {
  return isAdmin || isSuperuser ? undefined : userId
}
