import { Button, FileButton, Group, Text } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { type Crop, cutOut } from '../crop.ts'
import { dataUrlOf } from '../../../ui/data-url.ts'
import { CoverCrop } from './CoverCrop.tsx'

const whole: Crop = { zoom: 1, across: 0.5, down: 0.5 }

/** A chosen cover picture and its crop. */
export interface CoverChoice {
  readonly url: string | undefined
  readonly unreadable: boolean
  readonly crop: Crop
  readonly image: RefObject<HTMLImageElement | null>
  readonly setCrop: (crop: Crop) => void
  readonly choose: (file: File | null) => Promise<void>
  readonly markUnreadable: () => void
  readonly clear: () => void
  /** The cropped picture; undefined if no readable picture was chosen. */
  readonly cut: () => Promise<Blob> | undefined
}

export function useCoverChoice(): CoverChoice {
  const [url, setUrl] = useState<string>()
  const [unreadable, setUnreadable] = useState(false)
  const [crop, setCrop] = useState(whole)
  const image = useRef<HTMLImageElement>(null)
  return {
    url,
    unreadable,
    crop,
    image,
    setCrop,
    async choose(file) {
      if (file === null) return
      setCrop(whole)
      try {
        setUrl(await dataUrlOf(file))
        setUnreadable(false)
      } catch {
        setUnreadable(true)
      }
    },
    markUnreadable: () => setUnreadable(true),
    clear() {
      setUrl(undefined)
      setUnreadable(false)
    },
    cut: () => (url === undefined || unreadable || image.current === null ? undefined : cutOut(image.current, crop)),
  }
}

export interface CoverChooserProps {
  readonly choice: CoverChoice
  /** Shown until a picture is chosen. */
  readonly present?: ReactNode
  readonly onChoose?: () => void
  readonly aside?: ReactNode
}

/** Chooses and crops the cover picture. */
export function CoverChooser({ choice, present, onChoose, aside }: CoverChooserProps) {
  const text = useText()
  const { url, unreadable, image, crop } = choice
  return (
    <>
      {url === undefined || unreadable ? (
        present
      ) : (
        <CoverCrop url={url} image={image} crop={crop} onChange={choice.setCrop} onUnreadable={choice.markUnreadable} />
      )}
      <Group gap="md">
        <FileButton
          accept="image/jpeg,image/png,image/gif"
          onChange={(chosen) => {
            onChoose?.()
            void choice.choose(chosen)
          }}
        >
          {(props) => (
            <Button variant="default" leftSection={<IconPhoto />} {...props}>
              {text(url === undefined ? 'Cover.choose' : 'Cover.chooseOther')}
            </Button>
          )}
        </FileButton>
        <Text size="sm" c="dimmed">
          {text('Cover.rule')}
        </Text>
        {aside}
      </Group>
    </>
  )
}
