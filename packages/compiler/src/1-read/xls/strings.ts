import type { ByteReader } from '../biff/byte-reader.ts'

/** The text storage of a file version. */
export interface TextForm {
  /** A text after its length in one or two bytes. */
  short(body: ByteReader): string
  long(body: ByteReader): string
  /** A text whose length is stored elsewhere. */
  counted(body: ByteReader, length: number): string
  /** Bytes that hold only characters, as in formulas of old files. */
  bytes(bytes: Buffer): string
}

/** Excel 97 and later: a flag byte gives the bytes per character, one or two, and what follows the text. */
export const unicodeText: TextForm = {
  short: (body) => unicode(body, body.u8()),
  long: (body) => unicode(body, body.u16()),
  counted: plainUnicode,
  bytes: (bytes) => bytes.toString('latin1'),
}

/** Excel 5 and 95: bytes in the code page of the workbook. */
export function codePageText(codePage: number): TextForm {
  const decoder = new TextDecoder(encodingName(codePage))
  const bytes = (raw: Buffer): string => decoder.decode(raw)
  const counted = (body: ByteReader, length: number): string => bytes(body.slice(length))
  return {
    bytes,
    short: (body) => counted(body, body.u8()),
    long: (body) => counted(body, body.u16()),
    counted,
  }
}

function plainUnicode(body: ByteReader, length: number): string {
  return body.text(length, (body.u8() & 1) !== 0)
}

function unicode(body: ByteReader, length: number): string {
  const flags = body.u8()
  const runs = flags & 8 ? body.u16() : 0
  const extra = flags & 4 ? body.u32() : 0
  const text = body.text(length, (flags & 1) !== 0)
  body.skip(Math.min(runs * 4 + extra, body.left))
  return text
}

/** The shared texts of a workbook; those before the end of a truncated record. */
export function sharedTexts(body: ByteReader, limit: number): string[] {
  body.skip(4)
  const count = Math.min(body.u32(), limit)
  const texts: string[] = []
  for (let i = 0; i < count && body.left >= 3; i++) {
    const length = body.u16()
    const flags = body.u8()
    const runs = flags & 8 ? body.u16() : 0
    const extra = flags & 4 ? body.u32() : 0
    const text = body.textUpTo(length, (flags & 1) !== 0)
    if (text.length < length) break
    body.skip(Math.min(runs * 4 + extra, body.left))
    texts.push(text)
  }
  return texts
}

function encodingName(codePage: number): string {
  if (codePage === 932) return 'shift_jis'
  if (codePage === 936) return 'gbk'
  if (codePage === 949) return 'euc-kr'
  if (codePage === 950) return 'big5'
  if (codePage === 874) return 'windows-874'
  if (codePage === 0x8000 || codePage === 10_000) return 'macintosh'
  if (codePage === 10_007) return 'x-mac-cyrillic'
  return codePage >= 1250 && codePage <= 1258 ? `windows-${codePage}` : 'windows-1252'
}
