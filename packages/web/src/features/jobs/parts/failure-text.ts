import { ApiError } from '@sheetwright/contract/api-error.ts'
import type { Job } from '@sheetwright/contract/jobs/job.ts'
import { errorText } from '../../../platform/messages/error-text.ts'
import type { ServerText } from '../../../platform/messages/server-text.ts'
import type { Text } from '../../../platform/messages/use-text.ts'

type FailedJob = Pick<Job, 'failureCode' | 'failureReason'>

/** Why a job failed, in the user's language: the meaning of its code, and its subject. */
export function failureText(text: Text, serverText: ServerText, { failureCode, failureReason }: FailedJob): string {
  const reason = serverText(failureReason ?? '')
  if (failureCode === null) return reason
  const told = errorText(text, new ApiError(failureCode, failureReason ?? '', { status: 0 }))
  return reason === '' || failureCode.startsWith('JOB_') ? told : `${told} (${reason})`
}
