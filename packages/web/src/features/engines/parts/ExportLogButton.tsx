import { Button } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { useDownloads } from '../../../platform/downloads/downloads.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { exportLog, type UploadOutcome } from '../export-log.ts'

/** Saves the log of an upload as a text file. */
export function ExportLogButton({ outcome }: { readonly outcome: UploadOutcome }) {
  const text = useText()
  const downloads = useDownloads()
  const fileName = `${outcome.fileName || 'upload'}.log.txt`
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconFileText />}
      onClick={() => {
        const blob = new Blob([exportLog(outcome)], { type: 'text/plain' })
        void downloads.save(() => Promise.resolve({ blob, fileName }), fileName)
      }}
    >
      {text('Upload.exportLog')}
    </Button>
  )
}
