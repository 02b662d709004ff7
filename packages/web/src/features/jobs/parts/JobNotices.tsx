import type { Job, JobType } from '@sheetwright/contract/jobs/job.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useServerText } from '../../../platform/messages/server-text.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { toastFailure, toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { isUnfinished } from '../job-activity.ts'
import { jobTypeNames } from '../job-types.ts'
import { useReadJobs } from '../queries.ts'
import { failureText } from './failure-text.ts'

const toldAlways: ReadonlySet<JobType> = new Set(['UploadFolder', 'DownloadFolder'])

/**
 * Shows a toast when a job ends, and refetches what a folder upload changed. The page that waits for an engine upload
 * reports its end, and the proof report that of a proof.
 */
export function JobNotices() {
  const text = useText()
  const serverText = useServerText()
  const queries = useQueryClient()
  const jobs = useReadJobs()
  const seen = useRef<ReadonlyMap<string, Job>>(undefined)
  useEffect(() => {
    if (jobs === undefined) return
    const before = seen.current
    seen.current = new Map(jobs.map((job) => [job.id, job]))
    if (before === undefined) return
    for (const job of jobs) {
      if (isUnfinished(job)) continue
      const known = before.get(job.id)
      // A job that began and ended between two fetches is reported only if no page waits for it.
      if (known === undefined ? !toldAlways.has(job.type) : !isUnfinished(known)) continue
      if (job.type === 'CompileEngine' || job.type === 'ProveEngine') continue
      const name = [text(jobTypeNames[job.type]), job.data['Name']]
        .filter((part) => typeof part === 'string')
        .join(' · ')
      if (job.status === 'Success') toastSuccess(text('Jobs.done', { name }))
      if (job.status === 'Fail')
        toastFailure(text('Jobs.failedNotice', { name, reason: failureText(text, serverText, job) }))
      if (job.type !== 'UploadFolder') continue
      void queries.invalidateQueries({ queryKey: ['products'] })
      void queries.invalidateQueries({ queryKey: ['files'] })
    }
  }, [jobs, queries, text, serverText])
  return null
}
