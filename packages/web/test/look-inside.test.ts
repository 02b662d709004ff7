import type { ExplainedStep } from '@sheetwright/contract/look-inside/explain-cell.ts'
import { describe, expect, it } from 'vitest'
import { layOut } from '../src/features/look-inside/graph-layout.ts'
import { hashOfRun, runOfHash } from '../src/features/look-inside/shown-run.ts'

function step(cell: string, precedents: readonly string[]): ExplainedStep {
  const explained = (address: string) => ({ cell: address, value: 1, text: '1', formula: '=A1' })
  return {
    ...explained(cell),
    precedents: precedents.map((address) => ({ kind: 'cell', ...explained(address) })),
    notRead: [],
    branches: [],
    lookups: [],
    dependents: { cells: [], total: 0 },
  }
}

describe('the graph of an explanation', () => {
  it('goes from a result to the right, opens what was asked for, and draws a cell once', () => {
    const steps = new Map([
      ['S!A1', step('S!A1', ['S!B1', 'S!C1'])],
      ['S!B1', step('S!B1', ['S!C1', 'S!D1'])],
    ])
    const { nodes, edges, levels, tallest } = layOut('S!A1', steps)
    expect(nodes.map(({ id, level, place }) => [id, level, place])).toEqual([
      ['S!A1', 0, 0],
      ['S!B1', 1, 0],
      ['S!C1', 1, 1],
      ['S!D1', 2, 0],
    ])
    expect(edges).toContainEqual({ from: 'S!B1', to: 'S!C1' })
    expect([levels, tallest]).toEqual([3, 2])
  })

  it('ends where cells need each other', () => {
    const steps = new Map([
      ['S!A1', step('S!A1', ['S!B1'])],
      ['S!B1', step('S!B1', ['S!A1'])],
    ])
    expect(layOut('S!A1', steps).nodes).toHaveLength(2)
  })
})

describe('inputs behind the # of an address', () => {
  it('come back as they were, and anything else is no run', () => {
    const run = { inputs: { Class: 'A&B #1', Sum: 2000, Rows: [{ Age: 40 }] }, subservice: 'Quote' }
    expect(runOfHash(`#${hashOfRun(run)}`)).toEqual(run)
    expect(runOfHash('#inputs=%7B')).toBeUndefined()
    expect(runOfHash('#inputs=[1]')).toBeUndefined()
    expect(runOfHash('')).toBeUndefined()
  })
})
