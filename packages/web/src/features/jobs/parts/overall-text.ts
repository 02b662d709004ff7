import type { Job } from '@sheetwright/contract/jobs/job.ts'
import type { Text } from '../../../platform/messages/use-text.ts'
import { generalPercent, isUnfinished, overallActivity } from '../job-activity.ts'
import { activityNames } from '../job-types.ts'

/** The background activity in one sentence. */
export function overallText(text: Text, jobs: readonly Job[]): string {
  const count = jobs.filter(isUnfinished).length
  if (count === 0) return text(activityNames.none)
  const percent = Math.round(generalPercent(jobs))
  const activity = overallActivity(jobs)
  // Most job types have no named activity.
  if (activity === 'none') return text('Jobs.overallOther', { count, percent })
  return text('Jobs.overall', { activity: text(activityNames[activity]), count, percent })
}
