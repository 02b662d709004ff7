import { Checkbox, Radio, Stack } from '@mantine/core'
import type { ProductDocument } from '@sheetwright/contract/documents/document.ts'
import { accepts, categoryOf } from '@sheetwright/contract/documents/file-types.ts'
import type { Section } from '@sheetwright/contract/documents/section.ts'
import { useState } from 'react'
import { sectionLabel } from '../../../platform/messages/section-names.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { FormDialog } from '../../../ui/feedback/FormDialog.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { useMoveDocument } from '../mutations.ts'

export interface MoveDialogProps {
  readonly product: string
  readonly document: ProductDocument
  readonly sections: readonly Section[]
  readonly onClose: () => void
}

/** Chooses the new section of a document. Sections that do not accept its type are disabled. */
export function MoveDialog({ product, document, sections, onClose }: MoveDialogProps) {
  const text = useText()
  const move = useMoveDocument(product, document)
  const [target, setTarget] = useState('')
  const [deletes, setDeletes] = useState(false)
  const source = sections.find(({ id }) => id === document.sectionId)
  const others = sections.filter(({ id }) => id !== document.sectionId)
  const takes = (section: Section | undefined) => {
    const category = categoryOf(document.fileName)
    return section !== undefined && category !== undefined && accepts(section.fileTypes, category)
  }

  function submit() {
    move.mutate(
      { documentType: target, deleteSourceSection: deletes },
      {
        onSuccess({ document: moved }) {
          const section = sectionLabel(text, moved.documentType)
          toastSuccess(text('Document.moved', { name: moved.fileName, section }))
          onClose()
        },
      },
    )
  }

  return (
    <FormDialog
      size="small"
      title={text('Document.moveOf', { name: document.fileName })}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      submitLabel={text('Document.move')}
      submitting={move.isPending}
      submitDisabled={target === ''}
      failure={move.error}
    >
      <Radio.Group label={text('Document.moveTo')} value={target} onChange={setTarget}>
        <Stack gap="sm" mt="sm">
          {others.map((section) => (
            <Radio
              key={section.id}
              value={section.id}
              label={sectionLabel(text, section.name)}
              disabled={!takes(section) || !takes(source)}
              description={takes(section) && takes(source) ? undefined : text('Document.notTaken')}
            />
          ))}
        </Stack>
      </Radio.Group>
      {source?.documents === 1 && (
        <Checkbox
          label={text('Document.deleteSection', { section: sectionLabel(text, source.name) })}
          checked={deletes}
          onChange={(event) => setDeletes(event.currentTarget.checked)}
        />
      )}
    </FormDialog>
  )
}
