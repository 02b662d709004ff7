import { ActionIcon, Button, Progress, Tooltip } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconClock, IconUpload, IconX, type TablerIcon } from '@tabler/icons-react'
import type { MessageId } from '../../../platform/messages/load-messages.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { FileName } from '../../../ui/FileName.tsx'
import { shownProgress } from '../../../ui/progress.ts'
import type { Upload, Uploads } from '../use-uploads.ts'
import classes from './UploadList.module.css'

const looks: Readonly<Record<Upload['state'], { icon: TablerIcon; label: MessageId }>> = {
  waiting: { icon: IconClock, label: 'Upload.waiting' },
  sending: { icon: IconUpload, label: 'Upload.sending' },
  done: { icon: IconCheck, label: 'Upload.done' },
  failed: { icon: IconAlertTriangle, label: 'Upload.failed' },
}

/** Uploads with their progress. */
export function UploadList({ uploads }: { uploads: Uploads }) {
  const text = useText()
  if (uploads.list.length === 0) return null
  return (
    <section className={classes.list} aria-label={text('Upload.label')}>
      <ul>
        {uploads.list.map((upload) => (
          <li key={upload.id} className={classes.entry} data-state={upload.state}>
            <Line upload={upload} uploads={uploads} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Line({ upload, uploads }: { upload: Upload; uploads: Uploads }) {
  const text = useText()
  const { file, state, progress, problem } = upload
  const { icon: Icon, label } = looks[state]
  const shown = state === 'done' ? 100 : shownProgress(progress)
  return (
    <>
      <span className={classes.sign}>
        <Icon aria-hidden="true" />
      </span>
      <div className={classes.what}>
        <span className={classes.name}>
          <FileName name={file.name} />
        </span>
        {state === 'sending' && (
          <Progress value={shown} size="sm" aria-label={text('Upload.progressOf', { name: file.name })} />
        )}
        <span className={classes.state} role={state === 'failed' ? 'alert' : 'status'}>
          {problem ?? (state === 'sending' ? text('Upload.percent', { percent: Math.round(shown) }) : text(label))}
        </span>
      </div>
      {state === 'failed' && upload.refused !== true && (
        <Button variant="default" size="xs" onClick={() => uploads.retry(upload)}>
          {text('Failure.retry')}
        </Button>
      )}
      {(state === 'failed' || state === 'done') && (
        <Tooltip label={text('Upload.dismiss')}>
          <ActionIcon
            size="sm"
            aria-label={text('Upload.dismissOf', { name: file.name })}
            onClick={() => uploads.dismiss(upload)}
          >
            <IconX />
          </ActionIcon>
        </Tooltip>
      )}
    </>
  )
}
