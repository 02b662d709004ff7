import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useServerText } from '../../../platform/messages/server-text.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { toastFailure, toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { isUnfinished } from '../job-activity.ts'
import { jobTypeNames } from '../job-types.ts'
import { useJobs } from '../queries.ts'
import { failureText } from './failure-text.ts'

/**
 * Tells when a job that was running has ended, and has what a folder upload brought read again. Of an upload of an engine the page
 * that waits for it tells, of its proof the report.
 */
export function JobNotices() {
  const text = useText()
  const serverText = useServerText()
  const queries = useQueryClient()
  const jobs = useJobs()
  const running = useRef<ReadonlySet<string>>(new Set())
  useEffect(() => {
    for (const job of jobs.filter((each) => running.current.has(each.id) && !isUnfinished(each))) {
      if (job.type === 'CompileEngine' || job.type === 'ProveEngine') continue
      const name =
        `${text(jobTypeNames[job.type])} ${typeof job.data['Name'] === 'string' ? job.data['Name'] : ''}`.trim()
      if (job.status === 'Success') toastSuccess(text('Jobs.done', { name }))
      if (job.status === 'Fail')
        toastFailure(text('Jobs.failedNotice', { name, reason: failureText(text, serverText, job) }))
      if (job.type !== 'UploadFolder') continue
      void queries.invalidateQueries({ queryKey: ['products'] })
      void queries.invalidateQueries({ queryKey: ['files'] })
    }
    running.current = new Set(jobs.filter(isUnfinished).map(({ id }) => id))
  }, [jobs, queries, text, serverText])
  return null
}
