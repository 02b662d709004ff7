/** Maximum size of an uploaded picture; it is stored smaller. */
export const coverUploadBytes = 20 * 1024 * 1024

/** Aspect ratio (width by height) of a cover image on the screens. */
export const coverAspect = 3

export const coverImageFile = {
  maxBytes: coverUploadBytes,
  description: 'A picture: JPEG, PNG, GIF or TIFF. It is kept as JPEG below 1 MB.',
} as const
