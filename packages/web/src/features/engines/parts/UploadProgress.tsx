import { Stack, Text } from '@mantine/core'
import { useEffect } from 'react'
import { useServerText } from '../../../platform/messages/server-text.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { executeProgress, shownProgress } from '../../../ui/progress.ts'
import { useSizes } from '../../../ui/use-sizes.ts'
import { jobNote } from '../../jobs/parts/job-note.ts'
import type { CurrentUpload } from '../uploads.ts'
import { RunProgress } from './RunProgress.tsx'

/** The progress of an upload: first the bytes, then the server's work. */
export function UploadProgress({ upload }: { upload: CurrentUpload }) {
  const text = useText()
  const serverText = useServerText()
  const sizes = useSizes()
  const { job } = upload
  const arrived = upload.percent >= 100
  useEffect(() => {
    if (arrived) return undefined
    // Closing the page would lose the part that is not yet sent.
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [arrived])
  const note = job === undefined ? '' : jobNote(text, serverText, job)
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
        detail={arrived ? note || text('EngineUpload.queued') : ''}
        state={arrived ? 'running' : 'waiting'}
      />
      <Text size="sm" c="dimmed">
        {text('EngineUpload.mayLeave')}
      </Text>
    </Stack>
  )
}
