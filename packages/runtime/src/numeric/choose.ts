import { logGamma } from './gamma.ts'
import { expOf } from './elementary.ts'

/** Binomial coefficient for integers 0 <= k <= n: exact while it fits into a double's 53 bits. */
export function choose(n: number, k: number): number {
  const smaller = Math.min(k, n - k)
  if (smaller > 10_000) return expOf(logGamma(n + 1) - logGamma(smaller + 1) - logGamma(n - smaller + 1))
  let product = 1
  for (let i = 1; i <= smaller; i++) {
    // Exact: the product of i consecutive factors is divisible by i.
    product = (product * (n - smaller + i)) / i
    if (product === Number.POSITIVE_INFINITY) return product
  }
  return product > Number.MAX_SAFE_INTEGER ? product : Math.round(product)
}
