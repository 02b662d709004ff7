import { coshOf, expOf, logOf, sinhOf } from './elementary.ts'
import { angleOf, cosineOf, hypotenuseOf, sineOf } from './circular.ts'
import { realPower } from './real-power.ts'

/** Arithmetic and elementary functions of complex numbers, with principal values. */
export interface Complex {
  readonly re: number
  readonly im: number
}

export function complex(re: number, im: number): Complex {
  return { re, im }
}

export function add(a: Complex, b: Complex): Complex {
  return complex(a.re + b.re, a.im + b.im)
}

export function subtract(a: Complex, b: Complex): Complex {
  return complex(a.re - b.re, a.im - b.im)
}

export function multiply(a: Complex, b: Complex): Complex {
  return complex(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re)
}

/** Smith's method, as in Excel: divides by the larger part of the divisor first. */
export function divide(a: Complex, b: Complex): Complex {
  if (Math.abs(b.re) >= Math.abs(b.im)) {
    const ratio = b.im / b.re
    const size = b.re + b.im * ratio
    return complex((a.re + a.im * ratio) / size, (a.im - a.re * ratio) / size)
  }
  const ratio = b.re / b.im
  const size = b.re * ratio + b.im
  return complex((a.re * ratio + a.im) / size, (a.im * ratio - a.re) / size)
}

export function modulus(z: Complex): number {
  return hypotenuseOf(z.re, z.im)
}

export function argument(z: Complex): number {
  return angleOf(z.im, z.re)
}

export function fromPolar(size: number, angle: number): Complex {
  return complex(size * cosineOf(angle), size * sineOf(angle))
}

export function exp(z: Complex): Complex {
  return fromPolar(expOf(z.re), z.im)
}

export function log(z: Complex): Complex {
  return complex(logOf(modulus(z)), argument(z))
}

export function scale(z: Complex, factor: number): Complex {
  return complex(z.re * factor, z.im * factor)
}

export function power(z: Complex, exponent: number): Complex {
  return fromPolar(realPower(modulus(z), exponent), argument(z) * exponent)
}

export function sqrt(z: Complex): Complex {
  return fromPolar(Math.sqrt(modulus(z)), argument(z) / 2)
}

export function sin(z: Complex): Complex {
  return complex(sineOf(z.re) * coshOf(z.im), cosineOf(z.re) * sinhOf(z.im))
}

export function cos(z: Complex): Complex {
  return complex(cosineOf(z.re) * coshOf(z.im), -sineOf(z.re) * sinhOf(z.im))
}

function squareOf(x: number): number {
  return x * x
}

/** sin 2a / (cos 2a + cosh 2b) and so on: the quotient of sine and cosine without their cancellation. */
export function tan(z: Complex): Complex {
  if (Math.abs(z.im) > 350) return complex(0, Math.sign(z.im))
  const bottom = 2 * (squareOf(cosineOf(z.re)) + squareOf(sinhOf(z.im)))
  return complex(sineOf(2 * z.re) / bottom, sinhOf(2 * z.im) / bottom)
}

export function cot(z: Complex): Complex {
  if (Math.abs(z.im) > 350) return complex(0, -Math.sign(z.im))
  const bottom = 2 * (squareOf(sineOf(z.re)) + squareOf(sinhOf(z.im)))
  return complex(sineOf(2 * z.re) / bottom, -sinhOf(2 * z.im) / bottom)
}

export function sinh(z: Complex): Complex {
  return complex(sinhOf(z.re) * cosineOf(z.im), coshOf(z.re) * sineOf(z.im))
}

export function cosh(z: Complex): Complex {
  return complex(coshOf(z.re) * cosineOf(z.im), sinhOf(z.re) * sineOf(z.im))
}

export function reciprocal(z: Complex): Complex {
  return divide(complex(1, 0), z)
}
