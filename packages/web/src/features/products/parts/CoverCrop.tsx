import { Slider, Stack } from '@mantine/core'
import { type PointerEvent, type RefObject, useState } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { type Crop, cropArea, dragged, type Size } from '../crop.ts'
import classes from './CoverCrop.module.css'

export interface CoverCropProps {
  readonly url: string
  readonly image: RefObject<HTMLImageElement | null>
  readonly crop: Crop
  readonly onChange: (crop: Crop) => void
  readonly onUnreadable: () => void
}

/** Crops the cover picture by dragging it, or with the sliders. */
export function CoverCrop({ url, image, crop, onChange, onUnreadable }: CoverCropProps) {
  const text = useText()
  const [size, setSize] = useState<Size>()
  const area = size && cropArea(size, crop)

  function drag(event: PointerEvent<HTMLDivElement>) {
    if (size === undefined || area === undefined || event.buttons !== 1) return
    const points = area.width / event.currentTarget.clientWidth
    onChange(dragged(size, crop, { x: event.movementX * points, y: event.movementY * points }))
  }

  return (
    <Stack gap="md">
      <div
        className={classes.frame}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
      >
        <img
          ref={image}
          className={classes.image}
          src={url}
          alt={text('Cover.preview')}
          draggable={false}
          style={
            size && area
              ? {
                  width: `${(100 * size.width) / area.width}%`,
                  left: `${(-100 * area.left) / area.width}%`,
                  top: `${(-100 * area.top) / area.height}%`,
                }
              : { visibility: 'hidden' }
          }
          onLoad={({ currentTarget }) =>
            setSize({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })
          }
          onError={onUnreadable}
        />
      </div>
      <div className={classes.sliders}>
        <CropSlider
          label={text('Cover.zoom')}
          min={1}
          max={4}
          value={crop.zoom}
          onChange={(zoom) => onChange({ ...crop, zoom })}
        />
        <CropSlider
          label={text('Cover.across')}
          min={0}
          max={1}
          value={crop.across}
          onChange={(across) => onChange({ ...crop, across })}
        />
        <CropSlider
          label={text('Cover.down')}
          min={0}
          max={1}
          value={crop.down}
          onChange={(down) => onChange({ ...crop, down })}
        />
      </div>
    </Stack>
  )
}

function CropSlider(props: {
  label: string
  min: number
  max: number
  value: number
  onChange: (value: number) => void
}) {
  const { label, ...slider } = props
  return (
    <div>
      <span className={classes.label}>{label}</span>
      <Slider {...slider} step={0.05} label={null} size="sm" thumbLabel={label} />
    </div>
  )
}
