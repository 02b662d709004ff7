/** Bits by which a sum or difference must be smaller than its operands for Excel to round it to 0. */
const CANCELLED_BITS = 50

/** The result of an addition, or exactly 0 if its binary exponent is 50 or more below that of the larger operand. */
export function snapped(result: number, left: number, right: number): number {
  if (result === 0) return result
  const largest = Math.max(Math.abs(left), Math.abs(right))
  if (Math.abs(result) > largest * 2 ** (2 - CANCELLED_BITS)) return result
  return Math.abs(result) < powerOfTwoBelow(largest) * 2 ** (1 - CANCELLED_BITS) ? 0 : result
}

/** The largest power of two that is not above a positive number. */
function powerOfTwoBelow(value: number): number {
  const power = 2 ** Math.floor(Math.log2(value))
  if (power > value) return power / 2
  return power * 2 <= value ? power * 2 : power
}
