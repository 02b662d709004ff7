/** A chosen picture as a data URL. */
export function pictureAddress(file: File): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const reader = new FileReader()
  reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
  reader.addEventListener('error', () => reject(reader.error ?? new Error('The file cannot be read')))
  reader.readAsDataURL(file)
  return promise
}
