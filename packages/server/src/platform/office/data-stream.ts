/** Writes the format of LibreOffice's `DataInputStream`: big-endian numbers, texts with their length. */
export class DataWriter {
  private readonly parts: Buffer[] = []

  short(value: number): this {
    const bytes = Buffer.allocUnsafe(2)
    bytes.writeInt16BE(value)
    return this.add(bytes)
  }

  long(...values: readonly number[]): this {
    const bytes = Buffer.allocUnsafe(4 * values.length)
    values.forEach((value, i) => bytes.writeInt32BE(value, 4 * i))
    return this.add(bytes)
  }

  double(value: number): this {
    const bytes = Buffer.allocUnsafe(8)
    bytes.writeDoubleBE(value)
    return this.add(bytes)
  }

  text(value: string): this {
    const bytes = encoded(value)
    // A length above two bytes follows in four.
    if (bytes.length < longText) return this.short((bytes.length << 16) >> 16).add(bytes)
    return this.short(-1).long(bytes.length).add(bytes)
  }

  bytes(): Buffer {
    return Buffer.concat(this.parts)
  }

  private add(bytes: Buffer): this {
    this.parts.push(bytes)
    return this
  }
}

const longText = 0xffff

/** Reads the format of LibreOffice's `DataOutputStream`. */
export class DataReader {
  private readonly bytes: Buffer
  private at = 0

  constructor(bytes: Buffer) {
    this.bytes = bytes
  }

  long(): number {
    const value = this.bytes.readInt32BE(this.at)
    this.at += 4
    return value
  }

  double(): number {
    const value = this.bytes.readDoubleBE(this.at)
    this.at += 8
    return value
  }

  text(): string {
    const short = this.bytes.readUInt16BE(this.at)
    this.at += 2
    const length = short === longText ? this.long() : short
    const from = this.at
    this.at += length
    return decoded(this.bytes.subarray(from, this.at))
  }
}

/** Each UTF-16 unit separately, in one to three bytes; NUL in two. */
function encoded(text: string): Buffer {
  const bytes: number[] = []
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit >= 1 && unit <= 0x7f) bytes.push(unit)
    else if (unit > 0x7ff) bytes.push(0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f))
    else bytes.push(0xc0 | (unit >> 6), 0x80 | (unit & 0x3f))
  }
  return Buffer.from(bytes)
}

function decoded(bytes: Buffer): string {
  const units: number[] = []
  for (let i = 0; i < bytes.length; ) {
    const first = bytes[i++] as number
    if (first < 0x80) units.push(first)
    else if (first < 0xe0) units.push(((first & 0x1f) << 6) | next())
    else units.push(((first & 0x0f) << 12) | (next() << 6) | next())
    function next(): number {
      return (bytes[i++] ?? 0) & 0x3f
    }
  }
  let text = ''
  for (let i = 0; i < units.length; i += 8192) text += String.fromCharCode(...units.slice(i, i + 8192))
  return text
}
