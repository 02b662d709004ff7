import { Alert, Button, FileButton, Group, Progress, Stack, Text } from '@mantine/core'
import type { Product } from '@sheetwright/contract/products/product.ts'
import { IconAlertTriangle, IconPhoto, IconTrash } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { errorText } from '../../../platform/messages/error-text.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
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
    toastSuccess(text(message))
    onClose()
  }

  const problem = unreadable ? text('Cover.unreadable') : failure === null ? undefined : errorText(text, failure)
  return (
    <Dialog
      opened
      onClose={onClose}
      title={text('Cover.titleOf', { name: product.name })}
      closeOnClickOutside={url === undefined}
      footer={
        <Group justify="space-between">
          {product.coverImage === null ? (
            <span />
          ) : (
            <Button
              variant="subtle"
              color="red"
              leftSection={<IconTrash />}
              loading={remove.isPending}
              onClick={() => remove.mutate(undefined, { onSuccess: () => done('Cover.removed') })}
            >
              {text('Cover.remove')}
            </Button>
          )}
          <Group gap="sm">
            <Button variant="default" onClick={onClose}>
              {text('Dialog.cancel')}
            </Button>
            <Button disabled={url === undefined || unreadable} loading={upload.isPending} onClick={save}>
              {text('Cover.save')}
            </Button>
          </Group>
        </Group>
      }
    >
      <Stack gap="lg">
        {problem !== undefined && (
          <Alert color="red" icon={<IconAlertTriangle />} role="alert">
            {problem}
          </Alert>
        )}
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
      </Stack>
    </Dialog>
  )
}
