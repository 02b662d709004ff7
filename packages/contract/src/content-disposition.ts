/** The file name of a content-disposition header; the extended form (any script) wins over the plain one. */
export function fileNameFrom(header: string | null): string | undefined {
  if (header === null) return undefined
  const extended = /filename\*\s*=\s*(?:UTF-8|utf-8)'[^']*'([^;\s]+)/.exec(header)?.[1]
  if (extended !== undefined) {
    try {
      return decodeURIComponent(extended)
    } catch {
      // not percent-encoded UTF-8 after all: use the plain form
    }
  }
  const quoted = /filename\s*=\s*"((?:[^"\\]|\\.)*)"/.exec(header)?.[1]
  if (quoted !== undefined) return quoted.replace(/\\(.)/g, '$1')
  return /filename\s*=\s*([^;\s]+)/.exec(header)?.[1]
}

/** The header of a download: a plain name for old clients, and the true one percent-encoded. */
export function contentDisposition(kind: 'attachment' | 'inline', fileName: string): string {
  const wellFormed = fileName.toWellFormed()
  const plain = wellFormed.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_')
  if (plain === wellFormed) return `${kind}; filename="${plain}"`
  const extended = encodeURIComponent(wellFormed).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${plain}"; filename*=UTF-8''${extended}`
}
