/**
 * Frees memory at once: after every 64 MB of freed bytes that only the garbage collector can find, V8 marks the whole
 * heap. Leaves bytes alone that are part of a larger buffer.
 */
export function release({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && byteLength === buffer.byteLength) buffer.transfer(0)
}
