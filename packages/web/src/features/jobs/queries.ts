import { type Job, jobPollMillis } from '@sheetwright/contract/jobs/job.ts'
import { listUserJobs } from '@sheetwright/contract/jobs/list-user-jobs.ts'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../platform/api/use-api.ts'
import { isUnfinished } from './job-activity.ts'

export const jobKeys = { all: ['jobs'] } as const

const none: readonly Job[] = []

/** The caller's background jobs, asked for more often while one is running. */
export function useJobs(): readonly Job[] {
  const api = useApi()
  const jobs = useQuery({
    queryKey: jobKeys.all,
    queryFn: ({ signal }) => api.call(listUserJobs, { signal }),
    refetchInterval: (query) =>
      query.state.data?.items.some(isUnfinished) === true ? jobPollMillis.running : jobPollMillis.idle,
  })
  return jobs.data?.items ?? none
}
