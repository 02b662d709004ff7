import { Stack, Text } from '@mantine/core'
import type { MessageId } from '../../../platform/messages/load-messages.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { shownProgress } from '../../../ui/progress.ts'
import { useSizes } from '../../../ui/use-sizes.ts'
import { executeProgress } from '../execute-progress.ts'
import type { CurrentUpload } from '../uploads.ts'
import { RunProgress } from './RunProgress.tsx'

/** What the job is doing, as its note names it. */
const buildNotes: Readonly<Record<string, MessageId>> = {
  read: 'EngineUpload.reading',
  compile: 'EngineUpload.compiling',
  prove: 'EngineUpload.proving',
}

/** How far an upload is: first the bytes, then what the server does with them. */
export function UploadProgress({ upload }: { upload: CurrentUpload }) {
  const text = useText()
  const sizes = useSizes()
  const { job } = upload
  const arrived = upload.percent >= 100
  const note = job?.note == null ? undefined : buildNotes[job.note]
  return (
    <Stack gap="xl">
      <RunProgress
        label={text('EngineUpload.sending')}
        value={arrived ? 100 : shownProgress(upload.percent)}
        detail={text('EngineUpload.sent', {
          sent: sizes.bytes((upload.file.size * upload.percent) / 100),
          size: sizes.bytes(upload.file.size),
        })}
        state={arrived ? 'done' : 'running'}
      />
      <RunProgress
        label={text('EngineUpload.executing')}
        value={executeProgress(job?.progress ?? 0)}
        detail={arrived ? (note === undefined ? (job?.note ?? text('EngineUpload.queued')) : text(note)) : ''}
        state={arrived ? 'running' : 'waiting'}
      />
      <Text size="sm" c="dimmed">
        {text('EngineUpload.mayLeave')}
      </Text>
    </Stack>
  )
}
