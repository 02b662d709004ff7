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
  return body.u8() & 1 ? body.utf16(length) : body.latin1(length)
}

function unicode(body: ByteReader, length: number): string {
  const flags = body.u8()
  const runs = flags & 8 ? body.u16() : 0
  const extra = flags & 4 ? body.u32() : 0
  const text = flags & 1 ? body.utf16(length) : body.latin1(length)
  body.skip(Math.min(runs * 4 + extra, body.left))
  return text
}

/**
 * The shared texts of a workbook. The record has many continuations; if a text crosses a joint, a new flag byte gives
 * the encoding of its rest.
 */
export function sharedTexts(body: ByteReader, joints: readonly number[], limit: number): string[] {
  body.skip(4)
  const count = Math.min(body.u32(), limit)
  const texts: string[] = []
  let joint = 0
  for (let i = 0; i < count && body.left >= 3; i++) {
    const length = body.u16()
    const flags = body.u8()
    const runs = flags & 8 ? body.u16() : 0
    const extra = flags & 4 ? body.u32() : 0
    let wide = (flags & 1) !== 0
    let text = ''
    while (text.length < length) {
      while ((joints[joint] ?? body.bytes.length) <= body.at && joint < joints.length - 1) {
        joint++
        if (joints[joint - 1] === body.at) wide = (body.u8() & 1) !== 0
      }
      const end = joints[joint] ?? body.bytes.length
      const fitting = Math.floor((end - body.at) / (wide ? 2 : 1))
      const taken = Math.min(length - text.length, fitting)
      if (taken <= 0) return texts
      text += wide ? body.utf16(taken) : body.latin1(taken)
    }
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
