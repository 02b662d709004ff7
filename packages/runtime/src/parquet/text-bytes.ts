/** Shorter texts are copied here: calling the encoder costs more. */
const short = 24
/** Most bytes of a UTF-16 unit in UTF-8. */
export const mostBytes = 3

const encoder = new TextEncoder()

/** Writes a text in UTF-8 where there is room for it, and returns the number of bytes. */
export function putText(text: string, bytes: Uint8Array, at: number): number {
  if (text.length <= short && copied(text, bytes, at)) return text.length
  return encoder.encodeInto(text, bytes.subarray(at)).written
}

/** The bytes, or a copy with room for more of them after the first `length`. */
export function withRoom(bytes: Uint8Array<ArrayBuffer>, length: number, more: number): Uint8Array<ArrayBuffer> {
  if (length + more <= bytes.length) return bytes
  const larger = new Uint8Array(Math.max(bytes.length * 2, length + more))
  larger.set(bytes.subarray(0, length))
  return larger
}

/** Only a text in ASCII can be copied. */
function copied(text: string, bytes: Uint8Array, at: number): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code > 127) return false
    bytes[at + i] = code
  }
  return true
}
