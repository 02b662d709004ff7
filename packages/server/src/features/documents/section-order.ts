/**
 * The ids in their new order: the given one at a place counted from 1. Place 0 is the first, and what is behind the last
 * place is the last.
 */
export function placedAt(ids: readonly string[], id: string, position: number): string[] {
  const others = ids.filter((each) => each !== id)
  const index = Math.min(Math.max(position, 1) - 1, others.length)
  return others.toSpliced(index, 0, id)
}
