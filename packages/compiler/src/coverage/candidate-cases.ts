import type { EngineInputs } from '@sheetwright/runtime/engine/call.ts'
import type { Node } from '../2-parse/tree.ts'
import type { BoundWorkbook } from '../3-bind/bind-workbook.ts'
import { type CoverageMeter, lengthOf } from './coverage-meter.ts'
import { partsOf } from './formula-decisions.ts'

/** An input that a proposed case may change. */
export interface CandidateInput {
  readonly name: string
  readonly kind: 'number' | 'text' | 'boolean' | 'other'
  /** Values to try: its options, or the ends of its range. */
  readonly values: readonly unknown[]
}

const mostValues = 60
const mostCandidates = 600

/**
 * Cases that differ from a given one: first in one input, then in two. Besides the values of the interface they try the
 * numbers and texts that conditions compare with, and the keys of tables.
 */
export function* candidateCases(
  meter: CoverageMeter,
  bound: BoundWorkbook,
  base: EngineInputs,
  inputs: readonly CandidateInput[],
): Generator<EngineInputs> {
  const { numbers, texts } = comparedValues(meter, bound)
  const tried = inputs.map(({ name, kind, values }) => {
    const more =
      kind === 'number'
        ? numbers.flatMap((value) => [value, value - 1, value + 1])
        : kind === 'text'
          ? texts
          : kind === 'boolean'
            ? [true, false]
            : []
    return { name, values: [...new Set([...values, ...more])].slice(0, mostValues) }
  })
  let made = 0
  for (const { name, values } of tried) {
    for (const value of values) {
      if (made++ >= mostCandidates) return
      yield { ...base, [name]: value }
    }
  }
  for (const [i, one] of tried.entries()) {
    for (const other of tried.slice(i + 1)) {
      for (const first of one.values) {
        for (const second of other.values) {
          if (made++ >= mostCandidates) return
          yield { ...base, [one.name]: first, [other.name]: second }
        }
      }
    }
  }
}

function comparedValues(meter: CoverageMeter, bound: BoundWorkbook) {
  const numbers = new Set<number>()
  const texts = new Set<string>()
  const add = (value: unknown) => {
    if (typeof value === 'number') numbers.add(value)
    else if (typeof value === 'string' && value !== '') texts.add(value)
  }
  for (const { found } of meter.families.values()) {
    for (const { node, function: name } of found.decisions) {
      const asked = name === 'IF' || name === 'CHOOSE' ? node.args.slice(0, 1) : node.args
      const pending: Node[] = [...asked]
      if (name === 'CHOOSE') node.args.slice(1).forEach((_, i) => add(i + 1))
      for (let part = pending.pop(); part; part = pending.pop()) {
        if (part.kind === 'number' || part.kind === 'text') add(part.value)
        pending.push(...partsOf(part))
      }
    }
  }
  for (const table of meter.tables.values()) {
    const { area, runsDown, hit } = table
    for (let i = 0; i < lengthOf(table); i++) {
      if (hit.has(i)) continue
      const [row, col] = runsDown ? [area.top + i, area.left] : [area.top, area.left + i]
      const cell = bound.workbook.sheets[area.sheet]?.cells.get(row, col)
      add(cell?.kind === 'constant' ? cell.value : cell?.saved)
    }
  }
  return { numbers: [...numbers], texts: [...texts] }
}
