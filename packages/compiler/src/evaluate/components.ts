/** Strongly connected components of a graph, dependencies first (Tarjan's algorithm with an explicit stack). */
export function components<T>(nodes: readonly T[], needs: (node: T) => readonly T[]): T[][] {
  const index = new Map<T, number>()
  const low = new Map<T, number>()
  const open: T[] = []
  const isOpen = new Set<T>()
  const result: T[][] = []
  const frames: { node: T; next: readonly T[]; position: number }[] = []
  const enter = (node: T) => {
    index.set(node, index.size)
    low.set(node, index.get(node) as number)
    open.push(node)
    isOpen.add(node)
    frames.push({ node, next: needs(node), position: 0 })
  }
  for (const start of nodes) {
    if (index.has(start)) continue
    enter(start)
    for (let frame = frames.at(-1); frame; frame = frames.at(-1)) {
      const next = frame.next[frame.position++]
      if (next === undefined) {
        frames.pop()
        const parent = frames.at(-1)
        if (parent) low.set(parent.node, Math.min(low.get(parent.node) as number, low.get(frame.node) as number))
        if (low.get(frame.node) !== index.get(frame.node)) continue
        const members = open.splice(open.lastIndexOf(frame.node))
        for (const member of members) isOpen.delete(member)
        result.push(members)
      } else if (!index.has(next)) enter(next)
      else if (isOpen.has(next)) low.set(frame.node, Math.min(low.get(frame.node) as number, index.get(next) as number))
    }
  }
  return result
}
