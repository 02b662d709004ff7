import { cp037Single, cp930Rows, cp930Single } from './ebcdic-tables.ts'

/** Enclose two-byte characters. */
const shiftOut = 0x0e
const shiftIn = 0x0f
const firstSecond = 0x40
const unknown = 0xfffd

export type EbcdicPage = 'cp037' | 'cp930'

export function decodeEbcdic(bytes: Uint8Array, page: EbcdicPage): string {
  const single = page === 'cp037' ? cp037Single : cp930Single
  let text = ''
  let isDouble = false
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0
    if (page === 'cp930' && (byte === shiftOut || byte === shiftIn)) {
      isDouble = byte === shiftOut
    } else if (isDouble) {
      text += cp930Rows[byte]?.[(bytes[++i] ?? 0) - firstSecond] ?? '\uFFFD'
    } else text += single[byte] ?? '\uFFFD'
  }
  return text
}

interface Encoder {
  readonly single: ReadonlyMap<number, number>
  readonly double: ReadonlyMap<number, number>
}

function encoderOf(page: EbcdicPage): Encoder {
  const single = new Map<number, number>()
  const table = page === 'cp037' ? cp037Single : cp930Single
  for (let byte = 0; byte < table.length; byte++) {
    const unit = table.charCodeAt(byte)
    if (unit !== unknown && !single.has(unit)) single.set(unit, byte)
  }
  const double = new Map<number, number>()
  if (page === 'cp930') {
    for (const [first, row] of Object.entries(cp930Rows)) {
      for (let i = 0; i < row.length; i++) {
        const unit = row.charCodeAt(i)
        if (unit !== unknown && !double.has(unit)) double.set(unit, (Number(first) << 8) | (i + firstSecond))
      }
    }
  }
  return { single, double }
}

const encoders = { cp037: encoderOf('cp037'), cp930: encoderOf('cp930') }

/** Encodes a text; undefined if the code page lacks one of its characters. */
export function encodeEbcdic(text: string, page: EbcdicPage): Buffer | undefined {
  const { single, double } = encoders[page]
  const bytes: number[] = []
  let isDouble = false
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    const one = single.get(unit)
    const two = one === undefined ? double.get(unit) : undefined
    if (one === undefined && two === undefined) return undefined
    if ((two !== undefined) !== isDouble) {
      isDouble = !isDouble
      bytes.push(isDouble ? shiftOut : shiftIn)
    }
    if (one !== undefined) bytes.push(one)
    else if (two !== undefined) bytes.push(two >> 8, two & 0xff)
  }
  if (isDouble) bytes.push(shiftIn)
  return Buffer.from(bytes)
}
