import { mostBytes, putText, withRoom } from '@sheetwright/runtime/parquet/text-bytes.ts'

const comma = 44
const lineEnd = 10
const zero = 48
/** Larger whole numbers are converted by the runtime. */
const mostDigits = 1e9

/** Text under construction, as bytes in UTF-8: appending to a string would keep every piece in memory until the end. */
export class TextBytes {
  private bytes = new Uint8Array(64 * 1024)
  private length = 0

  add(text: string): void {
    this.reserve(text.length * mostBytes)
    this.length += putText(text, this.bytes, this.length)
  }

  addNumber(value: number): void {
    if (value >= 0 && value < mostDigits && Number.isInteger(value)) this.addDigits(value)
    else this.add(String(value))
  }

  addComma(): void {
    this.addByte(comma)
  }

  endLine(): void {
    this.addByte(lineEnd)
  }

  /** The bytes so far; begins anew. */
  take(): Uint8Array<ArrayBuffer> {
    const taken = this.bytes.slice(0, this.length)
    this.length = 0
    return taken
  }

  private addByte(byte: number): void {
    this.reserve(1)
    this.bytes[this.length++] = byte
  }

  private addDigits(value: number): void {
    this.reserve(10)
    let digits = 1
    for (let limit = 10; value >= limit; limit *= 10) digits++
    let rest = value
    for (let at = this.length + digits - 1; at >= this.length; at--) {
      const next = Math.floor(rest / 10)
      this.bytes[at] = zero + rest - next * 10
      rest = next
    }
    this.length += digits
  }

  private reserve(more: number): void {
    this.bytes = withRoom(this.bytes, this.length, more)
  }
}
