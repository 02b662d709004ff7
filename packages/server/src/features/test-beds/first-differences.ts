import type { TracedCell, TraceEnd } from '@sheetwright/compiler/run.ts'

type Value = TracedCell['value']

interface Side {
  readonly value: Value
  readonly formula: string | null
}

interface Difference {
  readonly cell: string
  readonly source: Side | null
  readonly target: Side | null
}

type Trace = readonly (TracedCell | TraceEnd)[]

/** The most differences shown. */
const mostShown = 20

/**
 * The first cells that differ between two calculations: cells whose precedents are all equal. A differing constant is
 * one of them; traces do not list constants, but the cells that read them report their values.
 */
export function firstDifferences(source: Trace, target: Trace): { differing: number; first: Difference[] } {
  const before = cellsOf(source)
  const after = cellsOf(target)
  const differing = new Set<string>()
  const first: Difference[] = []
  for (const cell of new Set([...before.keys(), ...after.keys()])) {
    const [old, now] = [before.get(cell), after.get(cell)]
    if (old !== undefined && now !== undefined && same(old, now)) continue
    differing.add(cell)
  }
  for (const cell of differing) {
    const reads = [...(before.get(cell)?.reads ?? []), ...(after.get(cell)?.reads ?? [])]
    if (reads.some((read) => read !== cell && differing.has(read))) continue
    first.push({ cell, source: sideOf(before.get(cell)), target: sideOf(after.get(cell)) })
  }
  return { differing: differing.size, first: first.slice(0, mostShown) }
}

interface KnownCell extends Side {
  readonly reads: readonly string[]
}

function cellsOf(trace: Trace): ReadonlyMap<string, KnownCell> {
  const cells = new Map<string, KnownCell>()
  for (const entry of trace) {
    if (!('cell' in entry)) continue
    const { cell, value, formula = null, precedents = [] } = entry
    cells.set(cell, { value, formula, reads: precedents.map(({ range }) => range) })
  }
  for (const entry of trace) {
    if (!('cell' in entry)) continue
    for (const { range, cells: count, value } of entry.precedents ?? []) {
      if (count === 1 && value !== undefined && !cells.has(range)) {
        cells.set(range, { value, formula: null, reads: [] })
      }
    }
  }
  return cells
}

function same(a: KnownCell, b: KnownCell): boolean {
  return a.value === b.value && a.formula === b.formula
}

function sideOf(cell: KnownCell | undefined): Side | null {
  return cell === undefined ? null : { value: cell.value, formula: cell.formula }
}
