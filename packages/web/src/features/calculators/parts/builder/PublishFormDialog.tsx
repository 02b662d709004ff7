import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { useText } from '../../../../platform/messages/use-text.ts'
import { FormDialog } from '../../../../ui/feedback/FormDialog.tsx'

export interface PublishFormDialogProps {
  readonly isPending: boolean
  readonly failure: Error | null
  readonly onPublish: (note: string) => void
  readonly onClose: () => void
}

export function PublishFormDialog({ isPending, failure, onPublish, onClose }: PublishFormDialogProps) {
  const text = useText()
  const [note, setNote] = useState('')
  return (
    <FormDialog
      title={text('FormBuilder.publishTitle')}
      submitLabel={text('FormBuilder.publish')}
      submitting={isPending}
      failure={failure}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        onPublish(note)
      }}
    >
      <p>{text('FormBuilder.publishAbout')}</p>
      <Textarea
        label={text('FormBuilder.note')}
        value={note}
        maxLength={1000}
        autosize
        minRows={2}
        data-autofocus
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
