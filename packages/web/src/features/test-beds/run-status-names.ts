import type { JobStatus } from '@sheetwright/contract/jobs/job.ts'
import type { MessageId } from '../../platform/messages/load-messages.ts'

/** The states of a run are those of its job. */
export const runStatusNames: Readonly<Record<JobStatus, MessageId>> = {
  Pending: 'JobStatus.Pending',
  InProgress: 'JobStatus.InProgress',
  Success: 'JobStatus.Success',
  Fail: 'JobStatus.Fail',
  Cancelled: 'JobStatus.Cancelled',
}
