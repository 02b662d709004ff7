/** Field types of Thrift's compact protocol that Parquet needs here. */
export const thriftTypes = { i32: 5, i64: 6, binary: 8, list: 9, struct: 12 } as const

/** Writes structures in Thrift's compact protocol, which Parquet uses to describe pages and files. */
export class ThriftWriter {
  private bytes = new Uint8Array(256)
  private length = 0
  /** The last field of each open structure. */
  private readonly fields: number[] = [0]

  int(field: number, value: number): void {
    this.head(field, thriftTypes.i32)
    this.varint(zigzag(value))
  }

  long(field: number, value: number): void {
    this.head(field, thriftTypes.i64)
    this.varint(zigzag(value))
  }

  text(field: number, value: string): void {
    this.binary(field, new TextEncoder().encode(value))
  }

  binary(field: number, value: Uint8Array): void {
    this.head(field, thriftTypes.binary)
    this.element(value)
  }

  /** The elements follow. */
  list(field: number, type: number, count: number): void {
    this.head(field, thriftTypes.list)
    if (count < 15) this.byte((count << 4) | type)
    else {
      this.byte(0xf0 | type)
      this.varint(count)
    }
  }

  struct(field: number, write: () => void): void {
    this.head(field, thriftTypes.struct)
    this.structElement(write)
  }

  /** Elements of lists. */
  intElement(value: number): void {
    this.varint(zigzag(value))
  }

  textElement(value: string): void {
    this.element(new TextEncoder().encode(value))
  }

  structElement(write: () => void): void {
    this.fields.push(0)
    write()
    this.fields.pop()
    this.byte(0)
  }

  /** Ends the outermost structure. */
  end(): Uint8Array<ArrayBuffer> {
    this.byte(0)
    return this.bytes.slice(0, this.length)
  }

  private head(field: number, type: number): void {
    const delta = field - (this.fields.at(-1) ?? 0)
    this.fields[this.fields.length - 1] = field
    this.byte((delta << 4) | type)
  }

  private element(value: Uint8Array): void {
    this.varint(value.length)
    this.reserve(value.length)
    this.bytes.set(value, this.length)
    this.length += value.length
  }

  /** File sizes exceed 32 bits, so no bit operations. */
  private varint(value: number): void {
    let rest = value
    while (rest >= 128) {
      this.byte((rest % 128) + 128)
      rest = Math.floor(rest / 128)
    }
    this.byte(rest)
  }

  private byte(value: number): void {
    this.reserve(1)
    this.bytes[this.length++] = value
  }

  private reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return
    const larger = new Uint8Array(Math.max(this.bytes.length * 2, this.length + more))
    larger.set(this.bytes.subarray(0, this.length))
    this.bytes = larger
  }
}

function zigzag(value: number): number {
  return value >= 0 ? value * 2 : -value * 2 - 1
}
