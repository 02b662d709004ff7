import { ApiError } from '@sheetwright/contract/api-error.ts'
import type { SentQuery } from '@sheetwright/contract/call.ts'
import type { Client } from '@sheetwright/contract/client.ts'
import { type Job, jobPollMillis, type JobType } from '@sheetwright/contract/jobs/job.ts'
import { getJob } from '@sheetwright/contract/jobs/get-job.ts'
import { listUserJobs } from '@sheetwright/contract/jobs/list-user-jobs.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useApi } from '../../platform/api/use-api.ts'
import { isUnfinished } from './job-activity.ts'

export const jobKeys = { all: ['jobs'] } as const

const none: readonly Job[] = []

/** The user's background jobs, polled more often while one is running. */
export function useJobs(): readonly Job[] {
  return useReadJobs() ?? none
}

/** The same; undefined until the first fetch. */
export function useReadJobs(): readonly Job[] | undefined {
  const api = useApi()
  const jobs = useQuery({
    queryKey: jobKeys.all,
    queryFn: ({ signal }) => api.call(listUserJobs, { signal }),
    refetchInterval: (query) =>
      query.state.data?.items.some(isUnfinished) === true ? jobPollMillis.running : jobPollMillis.idle,
  })
  return jobs.data?.items
}

/** An unfinished job of the type. */
export function useRunningJob(type: JobType): Job | undefined {
  return useJobs().find((job) => job.type === type && isUnfinished(job))
}

/** One page of the user's jobs, of one state or type. */
export function useJobPage(query: SentQuery<typeof listUserJobs>) {
  const api = useApi()
  return useQuery({
    queryKey: [...jobKeys.all, 'page', query],
    queryFn: ({ signal }) => api.call(listUserJobs, { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: (current) =>
      current.state.data?.items.some(isUnfinished) === true ? jobPollMillis.running : jobPollMillis.idle,
  })
}

const watchMillis = 500

/** Polls one job until it has ended. A lost connection does not end the job, so polling goes on. */
export async function waitForJob(api: Client, id: string, onChange?: (job: Job) => void): Promise<Job> {
  for (;;) {
    const job = await api.call(getJob, { params: { job: id } }).catch((error: unknown) => {
      if (error instanceof ApiError && (error.status === 0 || error.status >= 500)) return undefined
      throw error
    })
    if (job !== undefined) onChange?.(job)
    if (job !== undefined && !isUnfinished(job)) return job
    await new Promise((resolve) => setTimeout(resolve, watchMillis))
  }
}
