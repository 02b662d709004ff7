import { cosineOfSmall, sineOfSmall, tangentOfSmall } from './circular.ts'

/**
 * Sine, cosine and tangent as in Excel. Its processor instructions reduce an angle by a 64-bit π, which shows near the
 * zeros: SIN(PI()) is 1.22515E-16 there, not 1.22465E-16.
 */

/** Half of that π as three numbers; products of the first two with integers up to 2^27 are exact. */
const first = 1.5707963109016418
const second = 1.5893254712295857e-8
const third = 6.1257422745431e-17

interface Reduced {
  /** Angle between -π/4 and π/4. */
  readonly rest: number
  /** Quarter turns removed, 0 to 3. */
  readonly quarter: number
}

function reduce(x: number): Reduced {
  if (Math.abs(x) <= Math.PI / 4) return { rest: x, quarter: 0 }
  const turns = Math.round(x / (Math.PI / 2))
  const rest = x - turns * first - turns * second - turns * third
  return { rest, quarter: ((turns % 4) + 4) % 4 }
}

export function sin(x: number): number {
  const { rest, quarter } = reduce(x)
  const value = quarter % 2 === 0 ? sineOfSmall(rest) : cosineOfSmall(rest)
  return quarter < 2 ? value : -value
}

export function cos(x: number): number {
  const { rest, quarter } = reduce(x)
  const value = quarter % 2 === 0 ? cosineOfSmall(rest) : sineOfSmall(rest)
  return quarter === 1 || quarter === 2 ? -value : value
}

export function tan(x: number): number {
  const { rest, quarter } = reduce(x)
  return quarter % 2 === 0 ? tangentOfSmall(rest) : -1 / tangentOfSmall(rest)
}
