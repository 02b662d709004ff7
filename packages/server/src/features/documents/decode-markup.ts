/** How many bytes of a document are searched for its encoding. */
const searched = 1024

/** Decodes an HTML or XML file by its byte order mark, declaration or meta element. */
export function decodeMarkup(bytes: Uint8Array): string {
  const label = markOf(bytes) ?? declaredIn(bytes) ?? 'utf-8'
  try {
    return new TextDecoder(label).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

function markOf([first, second]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return undefined
}

function declaredIn(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, searched)).toString('latin1')
  return /(?:charset|encoding)\s*=\s*(?:["']\s*)?([\w.:-]+)/i.exec(head)?.[1]
}
