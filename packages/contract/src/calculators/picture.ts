import { z } from 'zod'

/** Larger pictures make a form slow to open on a phone. */
export const pictureLimit = 300_000

/** A picture in a form. Never an SVG, which could hold scripts, and never an external URL. */
export const picture = z
  .string()
  .max(pictureLimit)
  .regex(/^data:image\/(png|jpeg|webp|gif);base64,[A-Za-z0-9+/]+=*$/, {
    error: 'must be a PNG, JPEG, WebP or GIF picture as a data: address',
  })
