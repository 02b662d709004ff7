import { type ExcelError, errors } from '@sheetwright/runtime/values.ts'

const byCode: Readonly<Record<number, ExcelError>> = {
  0x00: errors.null,
  0x07: errors.div0,
  0x0f: errors.value,
  0x17: errors.ref,
  0x1d: errors.name,
  0x24: errors.num,
  0x2a: errors.na,
  0x2b: errors.gettingData,
}

/** Maps an error byte of binary files to the error. */
export function binaryError(code: number): ExcelError | undefined {
  return byCode[code]
}

/** Decodes a number of four bytes: an integer or the upper half of a double, optionally divided by 100. */
export function rkNumber(rk: number): number {
  const isWhole = (rk & 2) !== 0
  const isHundredfold = (rk & 1) !== 0
  const number = isWhole ? rk >> 2 : upperHalf(rk & ~3)
  return isHundredfold ? number / 100 : number
}

function upperHalf(bits: number): number {
  const view = new DataView(new ArrayBuffer(8))
  view.setInt32(0, bits)
  return view.getFloat64(0)
}
