/**
 * The ids in their new order, with the given one at a position counted from 1. Position 0 means first; a position
 * beyond the end means last.
 */
export function placedAt(ids: readonly string[], id: string, position: number): string[] {
  const others = ids.filter((each) => each !== id)
  const index = Math.min(Math.max(position, 1) - 1, others.length)
  return others.toSpliced(index, 0, id)
}
