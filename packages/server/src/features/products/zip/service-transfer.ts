import type { Job } from '@sheetwright/contract/jobs/job.ts'
import type { TenantTransaction } from '../../../platform/db/database.ts'
import { CallError } from '../../../platform/http/call-error.ts'
import type { KeyIdentity, UserIdentity } from '../../../platform/http/caller.ts'
import { findJob } from '../../../platform/jobs/job.store.ts'
import { findTransfer, type StoredTransfer } from './service-transfer.store.ts'

export type Mover = UserIdentity | KeyIdentity

export function moverOf(caller: Mover): { ownerKind: string; ownerId: string } {
  return caller.kind === 'user'
    ? { ownerKind: 'user', ownerId: caller.userId }
    : { ownerKind: 'key', ownerId: caller.keyId }
}

/** The transfer that a call names, with its jobs; a transfer of somebody else does not exist for the caller. */
export async function requireTransfer(
  tx: TenantTransaction,
  caller: Mover,
  kind: StoredTransfer['kind'],
  id: string,
): Promise<{ transfer: StoredTransfer; jobs: readonly Job[] }> {
  const transfer = await findTransfer(tx, kind, id)
  const { ownerKind, ownerId } = moverOf(caller)
  if (transfer === undefined || transfer.ownerKind !== ownerKind || transfer.ownerId !== ownerId) {
    throw new CallError('JOB_NOT_FOUND', `There is no ${kind} ${id}`)
  }
  const jobs: Job[] = []
  for (const jobId of transfer.jobs) {
    const job = await findJob(tx, jobId)
    if (job !== undefined) jobs.push(job)
  }
  return { transfer, jobs }
}

export function startedAnswer<K extends StoredTransfer['kind']>(origin: string, caller: Mover, object: K, id: string) {
  return { id, object, status_url: `${origin}/${caller.tenantName}/api/v4/${object}/${id}/status` }
}

/** The progress of a transfer, from the progress of its jobs. */
export function transferAnswer<K extends StoredTransfer['kind']>(
  origin: string,
  caller: Mover,
  object: K,
  transfer: StoredTransfer,
  jobs: readonly Job[],
) {
  const ended = jobs.filter(({ status }) => status !== 'Pending' && status !== 'InProgress')
  const failed = ended.filter(({ status }) => status !== 'Success')
  const isOver = ended.length === jobs.length
  const end = isOver ? Math.max(...jobs.map(({ completedAt }) => Date.parse(completedAt ?? ''))) : Date.now()
  const status = isOver
    ? failed.length === 0 && jobs.length === transfer.jobs.length
      ? ('completed' as const)
      : ('closed' as const)
    : jobs.some(({ status: each }) => each !== 'Pending')
      ? ('in_progress' as const)
      : ('created' as const)
  return {
    ...startedAnswer(origin, caller, object, transfer.id),
    status,
    response_timestamp: new Date().toISOString(),
    process_time: Math.max(0, (Number.isFinite(end) ? end : Date.now()) - transfer.createdAt.getTime()),
    source_system: transfer.sourceSystem,
    correlation_id: transfer.correlationId,
    errors:
      failed.length === 0
        ? null
        : failed.map(({ failureReason, status: each }) => ({ message: failureReason ?? each })),
  }
}
