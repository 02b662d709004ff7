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

/** The caller's background jobs, asked for more often while one is running. */
export function useJobs(): readonly Job[] {
  return useReadJobs() ?? none
}

/** The same; undefined until they were read once. */
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

/** A job of the type that has not ended yet. */
export function useRunningJob(type: JobType): Job | undefined {
  return useJobs().find((job) => job.type === type && isUnfinished(job))
}

/** One page of the caller's jobs, of one state or type. */
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

/** Asks after one job until it has ended. A connection that breaks meanwhile does not end the job, so it is asked again. */
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
