import type { InputDomain } from './input-domains.ts'

export type Inputs = Record<string, unknown>

/** How many cases each method makes of some domains, without a limit. */
export function possibleCases(
  method: 'boundary' | 'pairwise' | 'grid' | 'random',
  domains: readonly InputDomain[],
): number {
  switch (method) {
    case 'boundary':
      return 1 + domains.reduce((sum, { values }) => sum + Math.max(0, values.length - 1), 0)
    case 'grid':
      return domains.reduce((product, { values }) => product * Math.max(1, values.length), 1)
    case 'pairwise':
      return pairwise(domains).length
    case 'random':
      return Number.MAX_SAFE_INTEGER
    default:
      return method satisfies never
  }
}

/** Inputs of the cases; the same domains and seed always give the same cases. */
export function* generateInputs(
  method: 'boundary' | 'pairwise' | 'grid' | 'random',
  domains: readonly InputDomain[],
  { count, seed }: { readonly count: number; readonly seed: number },
): Generator<Inputs> {
  const random = randomShares(seed)
  let made = 0
  const all =
    method === 'boundary'
      ? boundary(domains)
      : method === 'grid'
        ? grid(domains)
        : method === 'pairwise'
          ? pairwise(domains)
          : drawn(domains, random)
  for (const inputs of all) {
    if (made++ >= count) return
    yield inputs
  }
}

/** Every value of every input once, with the others at their first value. */
function* boundary(domains: readonly InputDomain[]): Generator<Inputs> {
  const base = Object.fromEntries(domains.map(({ name, values }) => [name, values[0]]))
  yield base
  for (const { name, values } of domains) for (const value of values.slice(1)) yield { ...base, [name]: value }
}

/** Every combination; the last input changes fastest. */
function* grid(domains: readonly InputDomain[]): Generator<Inputs> {
  const places = domains.map(() => 0)
  for (;;) {
    yield Object.fromEntries(domains.map(({ name, values }, i) => [name, values[places[i] ?? 0]]))
    let i = domains.length - 1
    for (; i >= 0; i--) {
      places[i] = (places[i] ?? 0) + 1
      if ((places[i] ?? 0) < Math.max(1, domains[i]?.values.length ?? 1)) break
      places[i] = 0
    }
    if (i < 0) return
  }
}

function* drawn(domains: readonly InputDomain[], random: () => number): Generator<Inputs> {
  for (;;) yield Object.fromEntries(domains.map(({ name, draw }) => [name, draw(random())]))
}

/** With more pairs than this, not all are covered. */
const mostPairs = 400_000

/** Cases that cover every pair of values of two inputs; greedy, so a few more than needed. */
function pairwise(domains: readonly InputDomain[]): Inputs[] {
  const sizes = domains.map(({ values }) => Math.max(1, values.length))
  if (domains.length < 2) return [...grid(domains)]
  const open = new Set<string>()
  for (let a = 0; a < sizes.length; a++) {
    for (let b = a + 1; b < sizes.length; b++) {
      for (let i = 0; i < (sizes[a] ?? 0); i++) {
        for (let j = 0; j < (sizes[b] ?? 0) && open.size < mostPairs; j++) open.add(`${a},${i},${b},${j}`)
      }
    }
  }
  const key = (a: number, i: number, b: number, j: number) => (a < b ? `${a},${i},${b},${j}` : `${b},${j},${a},${i}`)
  const rows: number[][] = []
  while (open.size > 0) {
    const [a = 0, i = 0, b = 0, j = 0] = (open.values().next().value ?? '').split(',').map(Number)
    const row: (number | undefined)[] = sizes.map(() => undefined)
    row[a] = i
    row[b] = j
    for (let c = 0; c < sizes.length; c++) {
      if (row[c] !== undefined) continue
      let [best, bestGain] = [0, -1]
      for (let value = 0; value < (sizes[c] ?? 1); value++) {
        let gain = 0
        for (let d = 0; d < sizes.length; d++) {
          const other = row[d]
          if (other !== undefined && open.has(key(c, value, d, other))) gain++
        }
        if (gain > bestGain) [best, bestGain] = [value, gain]
      }
      row[c] = best
    }
    const full = row.map((value) => value ?? 0)
    for (let x = 0; x < full.length; x++) {
      for (let y = x + 1; y < full.length; y++) open.delete(key(x, full[x] ?? 0, y, full[y] ?? 0))
    }
    rows.push(full)
  }
  return rows.map((row) => Object.fromEntries(domains.map(({ name, values }, i) => [name, values[row[i] ?? 0]])))
}

/** Pseudorandom numbers from 0 to below 1 (mulberry32), repeatable by seed. */
export function randomShares(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
