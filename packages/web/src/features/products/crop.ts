import { coverAspect } from '@sheetwright/contract/products/cover-image.ts'

export interface Size {
  readonly width: number
  readonly height: number
}

/** The crop of a picture: the zoom, and the position of its centre, from 0 to 1 of the free range. */
export interface Crop {
  readonly zoom: number
  readonly across: number
  readonly down: number
}

export interface CropArea extends Size {
  readonly left: number
  readonly top: number
}

/** The cropped area in pixels of the picture; always in the aspect ratio of covers. */
export function cropArea(picture: Size, { zoom, across, down }: Crop): CropArea {
  const width = Math.min(picture.width, picture.height * coverAspect) / zoom
  const height = width / coverAspect
  return { left: (picture.width - width) * across, top: (picture.height - height) * down, width, height }
}

/** The crop after dragging by pixels of the picture. */
export function dragged(picture: Size, crop: Crop, by: { readonly x: number; readonly y: number }): Crop {
  const { left, top, width, height } = cropArea(picture, crop)
  return {
    ...crop,
    across: share(left - by.x, picture.width - width, crop.across),
    down: share(top - by.y, picture.height - height, crop.down),
  }
}

function share(start: number, room: number, unchanged: number): number {
  return room < 1 ? unchanged : Math.min(1, Math.max(0, start / room))
}

const widest = 1600

/** The cropped area as a new picture. */
export async function cutOut(picture: HTMLImageElement, crop: Crop): Promise<Blob> {
  const area = cropArea({ width: picture.naturalWidth, height: picture.naturalHeight }, crop)
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(Math.min(widest, area.width)))
  canvas.height = Math.max(1, Math.round(canvas.width / coverAspect))
  const pen = canvas.getContext('2d')
  if (pen === null) throw new Error('The browser cannot draw')
  pen.fillStyle = 'white'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.drawImage(picture, area.left, area.top, area.width, area.height, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error('The picture is too large')) : resolve(blob)),
      'image/jpeg',
      0.92,
    )
  })
}
