import type { PolicyEncoding } from '@sheetwright/contract/ingenium/mapping.ts'
import iconv from 'iconv-lite'
import { decodeEbcdic, encodeEbcdic } from './ebcdic.ts'

/** Decodes and encodes texts of one encoding. */
export interface TextCodec {
  decode(bytes: Buffer): string
  /** Undefined if the encoding lacks one of the characters. */
  encode(text: string): Buffer | undefined
  /** Line ends, quotes and digits have their ASCII bytes, which never occur within another character. */
  readonly isAsciiLike: boolean
  readonly space: number
  readonly newLines: readonly number[]
}

const ascii = { isAsciiLike: true, space: 0x20, newLines: [0x0a] } as const
/** NEL and LF. */
const ebcdic = { isAsciiLike: false, space: 0x40, newLines: [0x15, 0x25] } as const

export function codecOf(encoding: PolicyEncoding): TextCodec {
  switch (encoding) {
    case 'utf-8':
      return {
        ...ascii,
        decode: (bytes) => bytes.toString('utf8'),
        encode: (text) => (text.isWellFormed() ? Buffer.from(text, 'utf8') : undefined),
      }
    case 'cp037':
    case 'cp930':
      return {
        ...ebcdic,
        decode: (bytes) => decodeEbcdic(bytes, encoding),
        encode: (text) => encodeEbcdic(text, encoding),
      }
    case 'utf-16le':
      return {
        ...ascii,
        isAsciiLike: false,
        decode: (bytes) => bytes.toString('utf16le'),
        encode: (text) => Buffer.from(text, 'utf16le'),
      }
    default:
      return {
        ...ascii,
        decode: (bytes) => iconv.decode(bytes, encoding),
        encode: (text) => encodeOther(text, encoding),
      }
  }
}

/** The library writes a question mark for missing characters; such a text is refused instead. */
function encodeOther(text: string, encoding: string): Buffer | undefined {
  const bytes = iconv.encode(text, encoding)
  if (bytes.length === text.length && /^[\0-\x7F]*$/.test(text)) return bytes
  return iconv.decode(bytes, encoding) === text ? bytes : undefined
}
