/** The kind of a file by its content, because extensions lie. */
export type FileKind =
  | { readonly kind: 'zip' }
  | { readonly kind: 'compound' }
  | { readonly kind: 'old'; readonly version: string }
  | { readonly kind: 'other'; readonly found: string }

export function detectFormat(bytes: Uint8Array): FileKind {
  if (startsWith(bytes, [0x50, 0x4b, 0x03, 0x04]) || startsWith(bytes, [0x50, 0x4b, 0x05, 0x06])) return { kind: 'zip' }
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])) return { kind: 'compound' }
  const version = bareStream(bytes)
  if (version !== undefined) return { kind: 'old', version }
  if (startsWith(bytes, [0x25, 0x50, 0x44, 0x46])) return { kind: 'other', found: 'a PDF document' }
  if (startsWith(bytes, [0x7b, 0x5c, 0x72, 0x74, 0x66])) return { kind: 'other', found: 'a rich text document' }
  return textKind(bytes)
}

function startsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, index) => bytes[index] === byte)
}

/** Excel 2 to 4 wrote records without a container: the first is BOF, with the version in its high byte. */
function bareStream(bytes: Uint8Array): string | undefined {
  if (bytes[0] !== 0x09 || bytes.length < 8) return undefined
  const versions: Readonly<Record<number, string>> = { 0: 'Excel 2', 2: 'Excel 3', 4: 'Excel 4', 8: 'Excel 5' }
  return versions[bytes[1] ?? -1]
}

function textKind(bytes: Uint8Array): FileKind {
  const start = textStart(bytes)
  if (start === undefined) return { kind: 'other', found: 'a file of an unknown kind' }
  if (/^\s*<\?xml[^>]*>/i.test(start) || /^\s*<(\w+:)?Workbook\b/.test(start)) {
    return start.includes('urn:schemas-microsoft-com:office:spreadsheet')
      ? { kind: 'old', version: 'Excel 2003 XML' }
      : { kind: 'other', found: 'an XML document' }
  }
  if (/^\s*(<!doctype html|<html|<table|<head|<body|<!--)/i.test(start))
    return { kind: 'other', found: 'a web page (HTML)' }
  if (start.startsWith('ID;P')) return { kind: 'other', found: 'a SYLK file' }
  return { kind: 'other', found: 'a text file (such as CSV)' }
}

/** The beginning as text; undefined if it holds bytes that text files do not contain. */
function textStart(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 4096))
  if (start[0] === 0xff && start[1] === 0xfe) return start.toString('utf16le').replace(/^\uFEFF/, '')
  const text = start.toString('utf8').replace(/^\uFEFF/, '')
  for (const byte of start) if (byte < 9 || (byte > 13 && byte < 32 && byte !== 27)) return undefined
  return text
}
