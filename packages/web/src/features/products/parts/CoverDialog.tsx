import { Button, Progress } from '@mantine/core'
import type { Product } from '@sheetwright/contract/products/product.ts'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { FormDialog } from '../../../ui/feedback/FormDialog.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { useLeaveGuard } from '../../../ui/feedback/use-leave-guard.ts'
import { shownProgress } from '../../../ui/progress.ts'
import { useDeleteCover, useUploadCover } from '../mutations.ts'
import { CoverChooser, useCoverChoice } from './CoverChoice.tsx'
import { CoverImage } from './CoverImage.tsx'

/** Sets the cover of a product: choose a picture, crop it, save. */
export function CoverDialog({ product, onClose }: { product: Product; onClose: () => void }) {
  const text = useText()
  const choice = useCoverChoice()
  const [progress, setProgress] = useState(0)
  const upload = useUploadCover(product.id)
  const remove = useDeleteCover(product.id)
  const failure = upload.error ?? remove.error
  const guard = useLeaveGuard(choice.url !== undefined)

  function save() {
    const picture = choice.cut()
    if (picture === undefined) return
    setProgress(0)
    upload.mutate({ picture, onProgress: setProgress }, { onSuccess: () => done('Cover.saved') })
  }

  function done(message: 'Cover.saved' | 'Cover.removed') {
    guard.release()
    toastSuccess(text(message))
    onClose()
  }

  return (
    <FormDialog
      title={text('Cover.titleOf', { name: product.name })}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
      submitLabel={text('Cover.save')}
      submitting={upload.isPending}
      submitDisabled={choice.url === undefined || choice.unreadable}
      failure={choice.unreadable ? text('Cover.unreadable') : failure}
      guard={guard}
      aside={
        product.coverImage !== null && (
          <Button
            variant="subtle"
            color="red"
            leftSection={<IconTrash />}
            loading={remove.isPending}
            onClick={() => remove.mutate(undefined, { onSuccess: () => done('Cover.removed') })}
          >
            {text('Cover.remove')}
          </Button>
        )
      }
    >
      <CoverChooser choice={choice} present={<CoverImage product={product} />} onChoose={() => upload.reset()} />
      {upload.isPending && <Progress value={shownProgress(progress)} aria-label={text('Cover.uploading')} />}
    </FormDialog>
  )
}
