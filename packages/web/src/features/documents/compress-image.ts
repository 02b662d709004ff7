/** Pictures above this size are compressed before the upload. */
const mostBytes = 1024 * 1024
const quality = 0.8
const pictures = /\.(jpe?g|png|webp|bmp)$/i

/**
 * A picture as JPEG below a megabyte: encoded once, then scaled down step by step. Small files, other types and
 * unreadable pictures stay unchanged.
 */
export async function compressImage(file: File): Promise<File> {
  if (file.size <= mostBytes || !pictures.test(file.name)) return file
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  if (bitmap === undefined) return file
  try {
    for (let scale = 1; scale > 0.05; scale *= 0.8) {
      const blob = await encode(bitmap, scale)
      if (blob !== null && blob.size <= mostBytes) {
        return new File([blob], file.name.replace(pictures, '.jpg'), { type: 'image/jpeg' })
      }
    }
    return file
  } finally {
    bitmap.close()
  }
}

function encode(bitmap: ImageBitmap, scale: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d')
  if (context === null) return Promise.resolve(null)
  // JPEG has no transparency: transparent pixels become white, not black.
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', quality)
  })
}
