/** Numbers that repeat for a seed, so that a failing case can be run again. */
export class Random {
  private state: number

  constructor(seed: number) {
    this.state = seed >>> 0
  }

  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit)
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.below(items.length)]
    if (item === undefined) throw new Error('nothing to pick from')
    return item
  }
}

const interestingBytes = [0x00, 0x01, 0x02, 0x18, 0x19, 0x20, 0x3c, 0x3e, 0x7f, 0x80, 0xfe, 0xff]

/** Changes a few bytes, or cuts, doubles or moves a piece. */
export function mutateBytes(bytes: Buffer, random: Random): Buffer {
  if (bytes.length === 0) return bytes
  const copy = Buffer.from(bytes)
  const from = random.below(copy.length)
  const length = 1 + random.below(Math.min(64, copy.length - from))
  switch (random.below(6)) {
    case 0:
      return copy.subarray(0, from)
    case 1:
      return Buffer.concat([copy.subarray(0, from), copy.subarray(from + length)])
    case 2:
      return Buffer.concat([copy.subarray(0, from + length), copy.subarray(from)])
    case 3:
      copy.copy(copy, random.below(copy.length), from, from + length)
      return copy
    default:
      for (let count = 1 + random.below(8); count > 0; count--) {
        copy[random.below(copy.length)] = random.next() < 0.5 ? random.pick(interestingBytes) : random.below(256)
      }
      return copy
  }
}

const strangeTexts = [
  '',
  '-1',
  '0',
  '99999999999999999999',
  'NaN',
  '1e999',
  'XFD1048576',
  'A0',
  'A1:XFD1048576',
  '_x0000_',
  "'",
  '__proto__',
  '&amp;',
  '\u{1F600}',
  '\uFFFF',
]

/** Changes XML where it hurts more than a random byte: attribute values, names, whole elements. */
export function mutateXml(text: string, random: Random): string {
  const tags = [...text.matchAll(/<[^>]*>/g)]
  const values = [...text.matchAll(/"[^"<>]*"/g)]
  const kind = random.below(4)
  if (kind === 0 && values.length > 0) {
    const value = random.pick(values)
    return replaceAt(text, value.index, value[0].length, `"${random.pick(strangeTexts)}"`)
  }
  if (tags.length === 0) return text
  const tag = random.pick(tags)
  if (kind === 1) return replaceAt(text, tag.index, tag[0].length, '')
  const other = random.pick(tags)
  if (kind === 2) return replaceAt(text, tag.index, tag[0].length, other[0].repeat(1 + random.below(3)))
  return replaceAt(text, tag.index + tag[0].length, 0, random.pick(strangeTexts))
}

function replaceAt(text: string, at: number, length: number, replacement: string): string {
  return text.slice(0, at) + replacement + text.slice(at + length)
}
