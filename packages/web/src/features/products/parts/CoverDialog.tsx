import { Button, FileButton, Group, Progress, Text } from '@mantine/core'
import type { Product } from '@sheetwright/contract/products/product.ts'
import { IconPhoto, IconTrash } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { FormDialog } from '../../../ui/feedback/FormDialog.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { useLeaveGuard } from '../../../ui/feedback/use-leave-guard.ts'
import { shownProgress } from '../../../ui/progress.ts'
import { type Crop, cutOut } from '../crop.ts'
import { dataUrlOf } from '../data-url.ts'
import { useDeleteCover, useUploadCover } from '../mutations.ts'
import { CoverCrop } from './CoverCrop.tsx'
import { CoverImage } from './CoverImage.tsx'

const whole: Crop = { zoom: 1, across: 0.5, down: 0.5 }

/** Gives a product a cover image: choose a picture, choose the part of it, save. */
export function CoverDialog({ product, onClose }: { product: Product; onClose: () => void }) {
  const text = useText()
  const [url, setUrl] = useState<string>()
  const [unreadable, setUnreadable] = useState(false)
  const [crop, setCrop] = useState(whole)
  const [progress, setProgress] = useState(0)
  const image = useRef<HTMLImageElement>(null)
  const upload = useUploadCover(product.id)
  const remove = useDeleteCover(product.id)
  const failure = upload.error ?? remove.error
  const guard = useLeaveGuard(url !== undefined)

  async function choose(chosen: File | null) {
    if (chosen === null) return
    upload.reset()
    setCrop(whole)
    try {
      setUrl(await dataUrlOf(chosen))
      setUnreadable(false)
    } catch {
      setUnreadable(true)
    }
  }

  function save() {
    if (image.current === null) return
    setProgress(0)
    upload.mutate(
      { picture: cutOut(image.current, crop), onProgress: setProgress },
      { onSuccess: () => done('Cover.saved') },
    )
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
      submitDisabled={url === undefined || unreadable}
      failure={unreadable ? text('Cover.unreadable') : failure}
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
      {url === undefined || unreadable ? (
        <CoverImage product={product} />
      ) : (
        <CoverCrop url={url} image={image} crop={crop} onChange={setCrop} onUnreadable={() => setUnreadable(true)} />
      )}
      {upload.isPending && <Progress value={shownProgress(progress)} aria-label={text('Cover.uploading')} />}
      <Group gap="md">
        <FileButton accept="image/jpeg,image/png,image/gif" onChange={(chosen) => void choose(chosen)}>
          {(props) => (
            <Button variant="default" leftSection={<IconPhoto />} {...props}>
              {text(url === undefined ? 'Cover.choose' : 'Cover.chooseOther')}
            </Button>
          )}
        </FileButton>
        <Text size="sm" c="dimmed">
          {text('Cover.rule')}
        </Text>
      </Group>
    </FormDialog>
  )
}
