import { cancelJob } from '@sheetwright/contract/jobs/cancel-job.ts'
import { retryJob } from '@sheetwright/contract/jobs/retry-job.ts'
import type { Job } from '@sheetwright/contract/jobs/job.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../platform/api/use-api.ts'
import { useDownloads } from '../../platform/downloads/downloads.ts'
import { jobKeys } from './queries.ts'

interface JobPage {
  readonly items: readonly Job[]
  readonly count: number
}

/** Optimistically marks the job as cancelled; the next fetch has its real state. */
export function useCancelJob() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (job: Job) => api.call(cancelJob, { params: { job: job.id } }),
    onMutate: (job) =>
      queries.setQueryData<JobPage>(jobKeys.all, (page) =>
        page === undefined
          ? page
          : { ...page, items: page.items.map((one) => (one.id === job.id ? { ...one, status: 'Cancelled' } : one)) },
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: jobKeys.all }),
  })
}

/** Repeats a job that failed, was cancelled, or whose file has expired. */
export function useRetryJob() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (job: Job) => api.call(retryJob, { params: { job: job.id } }),
    onSettled: () => queries.invalidateQueries({ queryKey: jobKeys.all }),
  })
}

/** Downloads the file of a job; its result is the address of the file. */
export function useSaveJobFile() {
  const api = useApi()
  const downloads = useDownloads()
  return useMutation({
    mutationFn: (address: string) =>
      downloads.save(
        () => api.call({ ...jobFile, path: address }),
        decodeURIComponent(address.slice(address.lastIndexOf('/') + 1)),
      ),
  })
}

const jobFile = {
  id: 'jobs.resultFile',
  method: 'GET',
  summary: 'The file that a background job has made.',
  caller: 'user',
  output: { kind: 'file', contentType: 'application/octet-stream' },
  errors: [],
} as const
