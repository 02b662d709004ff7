import type { ChunkData } from '@sheetwright/contract/execution/batches/add-chunks.ts'

type Summary = ChunkData['summary']

const operators: Readonly<Record<string, (values: readonly number[]) => number | null>> = {
  SUM: sum,
  COUNT: (values) => values.length,
  AVERAGE: average,
  AVG: average,
  MEAN: average,
  MIN: (values) => (values.length === 0 ? null : values.reduce((least, each) => Math.min(least, each))),
  MAX: (values) => (values.length === 0 ? null : values.reduce((most, each) => Math.max(most, each))),
}

/** Summarises the outputs of a chunk as its sender asked; values that are no numbers are not counted. */
export function summarise(summary: Summary, outputs: readonly unknown[]): unknown[] | null {
  const asked = summary?.aggregation ?? []
  if (asked.length === 0) return null
  return asked.map(({ output_name, operator }) => {
    const compute = operators[operator.toUpperCase()]
    const values = outputs.flatMap((record) => numberOf(record, output_name))
    if (compute === undefined) {
      return { output_name, operator, value: null, error: `is none of ${Object.keys(operators).join(', ')}` }
    }
    return { output_name, operator, value: compute(values) }
  })
}

function numberOf(record: unknown, name: string): number[] {
  if (typeof record !== 'object' || record === null) return []
  const value = (record as Record<string, unknown>)[name]
  return typeof value === 'number' ? [value] : []
}

function sum(values: readonly number[]): number {
  return values.reduce((total, each) => total + each, 0)
}

function average(values: readonly number[]): number | null {
  return values.length === 0 ? null : sum(values) / values.length
}
