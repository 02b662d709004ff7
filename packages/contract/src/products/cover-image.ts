/** The largest picture that is accepted; it is kept smaller. */
export const coverUploadBytes = 20 * 1024 * 1024

/** Width of a cover image for each unit of its height; the screens show covers in this shape. */
export const coverAspect = 3

export const coverImageFile = {
  maxBytes: coverUploadBytes,
  description: 'A picture: JPEG, PNG, GIF or TIFF. It is kept as JPEG below 1 MB.',
} as const
