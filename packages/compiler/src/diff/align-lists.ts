/** Index pairs of equal elements of two lists, in order; inserted and removed elements are left out. */
export function alignLists(before: readonly string[], after: readonly string[]): [number, number][] {
  const pairs: [number, number][] = []
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) {
    pairs.push([start, start])
    start++
  }
  let [endBefore, endAfter] = [before.length, after.length]
  const tail: [number, number][] = []
  while (endBefore > start && endAfter > start && before[endBefore - 1] === after[endAfter - 1]) {
    endBefore--
    endAfter--
    tail.push([endBefore, endAfter])
  }
  pairs.push(...alignMiddle(before, after, start, endBefore, endAfter))
  return [...pairs, ...tail.toReversed()]
}

/** Elements that occur once in each list are anchors; between them, equal elements are matched from the top. */
function alignMiddle(
  before: readonly string[],
  after: readonly string[],
  start: number,
  endBefore: number,
  endAfter: number,
): [number, number][] {
  const once = (list: readonly string[], end: number) => {
    const places = new Map<string, number>()
    for (let i = start; i < end; i++) {
      const key = list[i] ?? ''
      places.set(key, places.has(key) ? -1 : i)
    }
    return places
  }
  const ofBefore = once(before, endBefore)
  const ofAfter = once(after, endAfter)
  const candidates: [number, number][] = []
  for (const [key, place] of ofBefore) {
    const other = ofAfter.get(key)
    if (place >= 0 && other !== undefined && other >= 0) candidates.push([place, other])
  }
  const anchors = increasing(candidates.toSorted(([a], [b]) => a - b))
  const pairs: [number, number][] = []
  let [at, other] = [start, start]
  for (const [nextBefore, nextAfter] of [...anchors, [endBefore, endAfter] as [number, number]]) {
    // The same number of lines on both sides between anchors means changed lines rather than different ones.
    if (nextBefore - at === nextAfter - other) {
      for (let i = 0; i < nextBefore - at; i++) pairs.push([at + i, other + i])
    } else {
      for (let i = at, j = other; i < nextBefore && j < nextAfter; i++) {
        const found = after.indexOf(before[i] ?? '', j)
        if (found < 0 || found >= nextAfter) continue
        pairs.push([i, found])
        j = found + 1
      }
    }
    if (nextBefore < endBefore || nextAfter < endAfter) pairs.push([nextBefore, nextAfter])
    at = nextBefore + 1
    other = nextAfter + 1
  }
  return pairs
}

/** The longest subsequence of pairs whose second elements increase. */
function increasing(pairs: readonly [number, number][]): [number, number][] {
  const ends: number[] = []
  const previous = pairs.map(() => -1)
  pairs.forEach(([, value], index) => {
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((pairs[ends[middle] ?? 0]?.[1] ?? 0) < value) low = middle + 1
      else high = middle
    }
    previous[index] = low > 0 ? (ends[low - 1] ?? -1) : -1
    ends[low] = index
  })
  const chosen: [number, number][] = []
  for (let index = ends.at(-1) ?? -1; index >= 0; index = previous[index] ?? -1) {
    const pair = pairs[index]
    if (pair) chosen.push(pair)
  }
  return chosen.toReversed()
}
