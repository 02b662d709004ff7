import { ActionIcon, Button, Group, Progress, Text, Tooltip } from '@mantine/core'
import { extensionsFor, productFileTypes } from '@sheetwright/contract/documents/file-types.ts'
import {
  IconAlertTriangle,
  IconCheck,
  IconClock,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlugConnectedX,
  IconRefresh,
  IconUpload,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react'
import { errorText } from '../../../platform/messages/error-text.ts'
import type { MessageId } from '../../../platform/messages/load-messages.ts'
import { type Text as Texts, useText } from '../../../platform/messages/use-text.ts'
import { FileName } from '../../../ui/FileName.tsx'
import { isUnderWay, overallProgress, type QueuedUpload, type UploadQueue, type UploadState } from '../upload-queue.ts'
import classes from './UploadPanel.module.css'

const looks: Readonly<Record<UploadState, { icon: TablerIcon; label: MessageId }>> = {
  waiting: { icon: IconClock, label: 'Upload.waiting' },
  sending: { icon: IconUpload, label: 'Upload.sending' },
  paused: { icon: IconPlayerPause, label: 'Files.upload.paused' },
  reconnecting: { icon: IconPlugConnectedX, label: 'Files.upload.reconnecting' },
  done: { icon: IconCheck, label: 'Upload.done' },
  failed: { icon: IconAlertTriangle, label: 'Upload.failed' },
}

/** Maximum number of listed uploads; the totals above count all. */
const shownLines = 100

/** The upload queue: total progress, and the state of each file. */
export function UploadPanel({ queue, list }: { queue: UploadQueue; list: readonly QueuedUpload[] }) {
  const text = useText()
  if (list.length === 0) return null
  const done = list.filter(({ state }) => state === 'done').length
  const failed = list.filter(({ state }) => state === 'failed').length
  const open = list.some((each) => isUnderWay(each) || each.state === 'paused')
  const percent = Math.round(overallProgress(list))
  const order: readonly UploadState[] = ['failed', 'sending', 'reconnecting', 'paused', 'waiting', 'done']
  const lines = list.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state)).slice(0, shownLines)
  return (
    <section className={classes.panel} aria-label={text('Upload.label')}>
      <Group justify="space-between" className={classes.head} wrap="nowrap">
        <Text size="sm" fw={600} component="output">
          {text('Files.upload.summary', { done, count: list.length, failed, percent })}
        </Text>
        <Group gap="xs" wrap="nowrap">
          {open &&
            (queue.isPaused ? (
              <Button size="xs" variant="default" leftSection={<IconPlayerPlay />} onClick={() => queue.resume()}>
                {text('Files.upload.resume')}
              </Button>
            ) : (
              <Button size="xs" variant="default" leftSection={<IconPlayerPause />} onClick={() => queue.pause()}>
                {text('Files.upload.pause')}
              </Button>
            ))}
          <Button size="xs" variant="default" leftSection={<IconX />} onClick={() => queue.cancelAll()}>
            {text(open ? 'Files.upload.cancelAll' : 'Files.upload.clear')}
          </Button>
        </Group>
      </Group>
      <Progress value={percent} size="sm" radius={0} aria-label={text('Files.upload.overall')} />
      <ul>
        {lines.map((upload) => (
          <li key={upload.id} data-state={upload.state}>
            <Line upload={upload} queue={queue} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Line({ upload, queue }: { upload: QueuedUpload; queue: UploadQueue }) {
  const text = useText()
  const { file, state, progress, problem } = upload
  const { icon: Icon, label } = looks[state]
  const name = file.name
  return (
    <>
      <Icon className={classes.sign} aria-hidden="true" />
      <span className={classes.name}>
        <FileName name={upload.path === '' ? name : `${upload.path}/${name}`} />
      </span>
      <span className={classes.state}>
        {problem === undefined
          ? state === 'sending'
            ? text('Upload.percent', { percent: Math.round(progress) })
            : text(label)
          : problemText(text, problem)}
      </span>
      {state === 'failed' && problem instanceof Error && (
        <Tooltip label={text('Failure.retry')}>
          <ActionIcon
            size="sm"
            aria-label={text('Files.upload.retryOf', { name })}
            onClick={() => queue.retry(upload.id)}
          >
            <IconRefresh />
          </ActionIcon>
        </Tooltip>
      )}
      <Tooltip label={text(state === 'done' ? 'Upload.dismiss' : 'Dialog.cancel')}>
        <ActionIcon
          size="sm"
          aria-label={text('Files.upload.cancelOf', { name })}
          onClick={() => queue.cancel(upload.id)}
        >
          <IconX />
        </ActionIcon>
      </Tooltip>
    </>
  )
}

function problemText(text: Texts, problem: NonNullable<QueuedUpload['problem']>): string {
  if (problem === 'wrongType') {
    return text('Files.wrongType', { extensions: extensionsFor(productFileTypes).join(' ') })
  }
  if (problem === 'noSubfolders') return text('Files.noSubfolders')
  return problem === 'tooLarge' ? text('Error.FILE_SIZE_LIMIT_EXCEEDED') : errorText(text, problem)
}
