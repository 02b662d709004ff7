import { ActionIcon, Anchor, Progress, Tooltip } from '@mantine/core'
import type { Job } from '@sheetwright/contract/jobs/job.ts'
import { IconX } from '@tabler/icons-react'
import { type Text, useText } from '../../../platform/messages/use-text.ts'
import { FileName } from '../../../ui/FileName.tsx'
import { RelativeMoment } from '../../../ui/Moment.tsx'
import { shownProgress } from '../../../ui/progress.ts'
import { isUnfinished, type JobLook, jobLook, jobResultLink } from '../job-activity.ts'
import { jobStatusNames, jobTypeNames } from '../job-types.ts'
import { useCancelJob, useSaveJobFile } from '../mutations.ts'
import { jobNote } from './job-note.ts'
import classes from './JobsPopover.module.css'

const colours: Readonly<Record<JobLook, string>> = { normal: 'petrol', success: 'green', failure: 'red' }

export function JobLine({ job }: { job: Job }) {
  const text = useText()
  const cancel = useCancelJob()
  const link = jobResultLink(job)
  const look = jobLook(job)
  const name = job.data['Name']
  const title = text(jobTypeNames[job.type])
  const detail = stateDetail(text, job)
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
        {link !== undefined && <Result link={link} />}
      </div>
      <Progress
        value={isUnfinished(job) ? shownProgress(job.progress) : 100}
        color={colours[look]}
        size="xs"
        aria-label={title}
      />
      <div className={look === 'failure' ? `${classes.state} ${classes.failed}` : classes.state}>
        {text(jobStatusNames[job.status])}
        {detail !== '' && ` · ${detail}`} · <RelativeMoment value={job.completedAt ?? job.createdAt} />
      </div>
    </li>
  )
}

/** Files are fetched with the credentials of the page; anything else is a place to go to. */
function Result({ link }: { link: string }) {
  const text = useText()
  const save = useSaveJobFile()
  return link.startsWith('/api/') ? (
    <Anchor component="button" type="button" size="sm" onClick={() => save.mutate(link)}>
      {text('Jobs.result')}
    </Anchor>
  ) : (
    <Anchor href={link} size="sm">
      {text('Jobs.result')}
    </Anchor>
  )
}

function stateDetail(text: Text, job: Job): string {
  if (job.status === 'Fail') return job.failureReason ?? ''
  return isUnfinished(job) ? jobNote(text, job) : ''
}
