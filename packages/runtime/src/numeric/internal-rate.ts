import { brent } from './inverse.ts'
import { realPower } from './real-power.ts'

/** IRR's tolerance, in the discount factor and in money. */
const close = 1e-7

/** The value at a root, as a share of all flows. */
const negligible = 1e-6

/**
 * The rate at which equidistant flows between two indexes have a value of 0; NaN if none is found. Uses exactly Excel's
 * steps, since the point where they end decides the last digits: secants of the polynomial in 1/(1 + rate), from the
 * guess and a point 0.001 beside it on the side given by its sign, until both a step and the value are below 1e-7. If
 * that fails, searches the nearest change of sign around the guess.
 */
export function internalRate(flows: ArrayLike<number>, from: number, to: number, guess: number): number {
  const scale = sizeOf(flows, from, to)
  let before = 1 / (1 + guess)
  let valueBefore = discounted(flows, from, to, before)
  let current = before + (valueBefore > 0 ? 0.001 : -0.001)
  let valueNow = discounted(flows, from, to, current)
  for (let round = 0; round < 100; round++) {
    const step = valueNow === valueBefore ? 0 : (valueNow * (current - before)) / (valueNow - valueBefore)
    const next = current - step
    if (!Number.isFinite(next) || (step === 0 && Math.abs(current - before) > close)) break
    const valueNext = discounted(flows, from, to, next)
    if (Math.abs(step) < close && (Math.abs(valueNext) < close || step === 0 || next === before)) {
      // Steps also come to a stop far from any root, after one to where the polynomial is huge.
      if (next <= 0 || Math.abs(valueNext) > negligible * scale) break
      return 1 / next - 1
    }
    before = current
    valueBefore = valueNow
    current = next
    valueNow = valueNext
  }
  return bracketed(flows, from, to, guess, scale)
}

/** Present value of flows at their beginning; each period multiplies by the discount factor. */
function discounted(flows: ArrayLike<number>, from: number, to: number, discount: number): number {
  let sum = 0
  let factor = 1
  for (let i = from; i <= to; i++) {
    sum += (flows[i] as number) * factor
    factor *= discount
  }
  return sum
}

function sizeOf(flows: ArrayLike<number>, from: number, to: number): number {
  let size = 0
  for (let i = from; i <= to; i++) size += Math.abs(flows[i] as number)
  return size
}

function bracketed(flows: ArrayLike<number>, from: number, to: number, guess: number, scale: number): number {
  const value = (rate: number) => discounted(flows, from, to, 1 / (1 + rate))
  let low = guess
  let high = guess
  for (let round = 0; round < 60; round++) {
    const lower = -1 + (1 + low) * 0.85
    const upper = high + 0.05 * realPower(1.2, round)
    for (const [start, end] of [
      [lower, low],
      [high, upper],
    ] as const) {
      const root = brent(value, start, end)
      if (!Number.isNaN(root) && Math.abs(value(root)) < negligible * scale) return root
    }
    low = lower
    high = upper
  }
  return Number.NaN
}

/** Are there both positive and negative flows? Otherwise no rate gives a value of 0. */
export function hasBothSigns(flows: ArrayLike<number>, from: number, to: number): boolean {
  let hasGain = false
  let hasCost = false
  for (let i = from; i <= to; i++) {
    const flow = flows[i] as number
    if (flow > 0) hasGain = true
    else if (flow < 0) hasCost = true
    if (hasGain && hasCost) return true
  }
  return false
}

/** Steps charged for finding the rate of that many flows. */
export function internalRateSteps(count: number): number {
  return count * 60
}
