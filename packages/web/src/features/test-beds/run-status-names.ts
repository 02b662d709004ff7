import type { JobStatus } from '@sheetwright/contract/jobs/job.ts'
import type { MessageId } from '../../platform/messages/load-messages.ts'

/** A run has the states of its job. */
export const runStatusNames: Readonly<Record<JobStatus, MessageId>> = {
  Pending: 'JobStatus.Pending',
  InProgress: 'JobStatus.InProgress',
  Success: 'JobStatus.Success',
  Fail: 'JobStatus.Fail',
  Cancelled: 'JobStatus.Cancelled',
}
