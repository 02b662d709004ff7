import { ActionIcon, Anchor, Progress, Tooltip } from '@mantine/core'
import { type Job, retryableJobTypes } from '@sheetwright/contract/jobs/job.ts'
import { IconRefresh, IconX } from '@tabler/icons-react'
import { type ServerText, useServerText } from '../../../platform/messages/server-text.ts'
import { type Text, useText } from '../../../platform/messages/use-text.ts'
import { FileName } from '../../../ui/FileName.tsx'
import { RelativeMoment } from '../../../ui/Moment.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { shownProgress } from '../../../ui/progress.ts'
import {
  isExpired,
  isUnfinished,
  type JobLook,
  jobLook,
  jobResultLink,
  keptDrafts,
  markingOf,
  unnamedDrafts,
} from '../job-activity.ts'
import { jobStatusNames, jobTypeNames } from '../job-types.ts'
import { useCancelJob, useRetryJob, useSaveJobFile } from '../mutations.ts'
import { failureText } from './failure-text.ts'
import { jobNote } from './job-note.ts'
import classes from './JobsPopover.module.css'

const colours: Readonly<Record<JobLook, string>> = {
  normal: 'petrol',
  success: 'green',
  attention: 'yellow',
  failure: 'red',
}

const markingNames = { open: 'JobStatus.toMark', done: 'JobStatus.marked' } as const

export function JobLine({ job }: { job: Job }) {
  const text = useText()
  const serverText = useServerText()
  const cancel = useCancelJob()
  const retry = useRetryJob()
  const expired = isExpired(job, useNow().getTime())
  const mayRetry = retryableJobTypes.has(job.type) && (jobLook(job) === 'failure' || expired)
  const link = jobResultLink(job)
  const look = jobLook(job)
  const marking = markingOf(job)
  const name = job.data['Name']
  const title = text(jobTypeNames[job.type])
  const detail = expired ? text('Jobs.expired') : stateDetail(text, serverText, job)
  return (
    <li className={classes.job}>
      <div className={classes.line}>
        <span className={classes.title}>
          {title}
          {typeof name === 'string' && (
            <>
              {' · '}
              <FileName name={name} />
            </>
          )}
        </span>
        {isUnfinished(job) && (
          <Tooltip label={text('Jobs.cancel')}>
            <ActionIcon
              size="xs"
              aria-label={text('Jobs.cancelOf', { name: title })}
              onClick={() => cancel.mutate(job)}
            >
              <IconX />
            </ActionIcon>
          </Tooltip>
        )}
        {mayRetry && (
          <Tooltip label={text('Jobs.retry')}>
            <ActionIcon
              size="xs"
              loading={retry.isPending}
              aria-label={text('Jobs.retryOf', { name: title })}
              onClick={() => retry.mutate(job)}
            >
              <IconRefresh />
            </ActionIcon>
          </Tooltip>
        )}
        {link !== undefined && !expired && (
          <Result link={link} label={text(marking === undefined ? 'Jobs.result' : 'Jobs.toProduct')} />
        )}
      </div>
      <Progress
        value={isUnfinished(job) ? shownProgress(job.progress) : 100}
        color={colours[look]}
        size="xs"
        aria-label={title}
      />
      <div className={look === 'failure' ? `${classes.state} ${classes.failed}` : classes.state}>
        {text(marking === undefined ? jobStatusNames[job.status] : markingNames[marking])}
        {detail !== '' && ` · ${detail}`} · <RelativeMoment value={job.completedAt ?? job.createdAt} />
      </div>
    </li>
  )
}

/** Files are downloaded with the credentials of the page; other results are links. */
function Result({ link, label }: { link: string; label: string }) {
  const save = useSaveJobFile()
  return link.startsWith('/api/') ? (
    <Anchor component="button" type="button" size="sm" onClick={() => save.mutate(link)}>
      {label}
    </Anchor>
  ) : (
    <Anchor href={link} size="sm">
      {label}
    </Anchor>
  )
}

function stateDetail(text: Text, serverText: ServerText, job: Job): string {
  if (markingOf(job) === 'done') return ''
  if (job.status === 'Fail') return failureText(text, serverText, job)
  if (isUnfinished(job)) return jobNote(text, serverText, job)
  const drafts = Array.from(keptDrafts(job), ([reason, kept]) =>
    text('Jobs.keptDrafts', { names: kept.join(', '), reason: serverText(reason) }),
  )
  const more = unnamedDrafts(job)
  return [...drafts, ...(more > 0 ? [text('Jobs.moreDrafts', { count: more })] : [])].join(' · ')
}
