import { Button } from '@mantine/core'
import type { DocumentPreview as Preview } from '@sheetwright/contract/documents/get-document-content.ts'
import { IconEyeOff } from '@tabler/icons-react'
import type { MessageId } from '../../../platform/messages/load-messages.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'

type Reason = Extract<Preview, { kind: 'none' }>['reason']

const reasons: Readonly<Record<Reason, MessageId>> = {
  noConverter: 'Preview.none.noConverter',
  tooLarge: 'Preview.none.tooLarge',
  damaged: 'Preview.none.damaged',
  protected: 'Preview.none.protected',
}

/** Why there is no preview, with a download link. */
export function NoPreview({ reason, onDownload }: { reason: Reason; onDownload: () => void }) {
  const text = useText()
  return (
    <EmptyState
      icon={<IconEyeOff />}
      title={text('Preview.none.title')}
      text={text(reasons[reason])}
      action={
        <Button variant="default" onClick={onDownload}>
          {text('Document.download')}
        </Button>
      }
    />
  )
}
