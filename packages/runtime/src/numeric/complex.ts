import { coshOf, expOf, logOf, sinhOf } from './elementary.ts'

/** Arithmetic and elementary functions of complex numbers, principal values throughout. */
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

/** Smith's way, which Excel goes: the larger part of the divisor is divided out first. */
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
  return Math.hypot(z.re, z.im)
}

export function argument(z: Complex): number {
  return Math.atan2(z.im, z.re)
}

export function fromPolar(size: number, angle: number): Complex {
  return complex(size * Math.cos(angle), size * Math.sin(angle))
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
  return fromPolar(modulus(z) ** exponent, argument(z) * exponent)
}

export function sqrt(z: Complex): Complex {
  return fromPolar(Math.sqrt(modulus(z)), argument(z) / 2)
}

export function sin(z: Complex): Complex {
  return complex(Math.sin(z.re) * coshOf(z.im), Math.cos(z.re) * sinhOf(z.im))
}

export function cos(z: Complex): Complex {
  return complex(Math.cos(z.re) * coshOf(z.im), -Math.sin(z.re) * sinhOf(z.im))
}

/** sin 2a / (cos 2a + cosh 2b) and so on: the quotient of sine and cosine without their cancellation. */
export function tan(z: Complex): Complex {
  if (Math.abs(z.im) > 350) return complex(0, Math.sign(z.im))
  const bottom = 2 * (Math.cos(z.re) ** 2 + sinhOf(z.im) ** 2)
  return complex(Math.sin(2 * z.re) / bottom, sinhOf(2 * z.im) / bottom)
}

export function cot(z: Complex): Complex {
  if (Math.abs(z.im) > 350) return complex(0, -Math.sign(z.im))
  const bottom = 2 * (Math.sin(z.re) ** 2 + sinhOf(z.im) ** 2)
  return complex(Math.sin(2 * z.re) / bottom, -sinhOf(2 * z.im) / bottom)
}

export function sinh(z: Complex): Complex {
  return complex(sinhOf(z.re) * Math.cos(z.im), coshOf(z.re) * Math.sin(z.im))
}

export function cosh(z: Complex): Complex {
  return complex(coshOf(z.re) * Math.cos(z.im), sinhOf(z.re) * Math.sin(z.im))
}

export function reciprocal(z: Complex): Complex {
  return divide(complex(1, 0), z)
}
