import { numbersFrom } from '../workbooks/model.ts'
import { premium } from '../workbooks/premium.ts'

const model = premium()
const next = numbersFrom(3)

/** Inputs within the ranges of the model, the same every time. */
function record(): Record<string, number | string> {
  return Object.fromEntries(
    model.inputs.map(({ name, range, isWhole }) => {
      const [low, high] = range
      if (typeof low === 'string') return [name, range[Math.floor(next() * range.length)] as string]
      const value = low + next() * ((high as number) - low)
      return [name, isWhole === true ? Math.floor(value) : Math.round(value * 100) / 100]
    }),
  )
}

export const executeBody = JSON.stringify({
  request_data: { inputs: record() },
  request_meta: { call_purpose: 'Benchmark', source_system: 'bench', correlation_id: 'bench-1' },
})

export const batchRecords = Array.from({ length: 10_000 }, record)
