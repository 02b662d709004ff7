import { ApiError } from '@sheetwright/contract/api-error.ts'
import type { Job } from '@sheetwright/contract/jobs/job.ts'
import { errorText } from '../../../platform/messages/error-text.ts'
import type { Text } from '../../../platform/messages/use-text.ts'

/** Why a job failed, in the reader's language where the reason has a code. What it is about follows as it was said. */
export function failureText(text: Text, { failureCode, failureReason }: Job): string {
  if (failureCode === null) return failureReason ?? ''
  const told = errorText(text, new ApiError(failureCode, failureReason ?? '', { status: 0 }))
  return failureReason === null || failureCode.startsWith('JOB_') ? told : `${told} (${failureReason})`
}
