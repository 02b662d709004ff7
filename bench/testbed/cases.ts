import { type BenchModel, numbersFrom } from '../workbooks/model.ts'

interface Subject {
  readonly name: string
  readonly model: BenchModel
  readonly cases: number
}

/** Inputs within the ranges of a model, the same every time. */
export function* casesOf({ model, cases }: Subject): Generator<Record<string, number | string>> {
  const next = numbersFrom(3)
  for (let i = 0; i < cases; i++) {
    yield Object.fromEntries(
      model.inputs.map(({ name, range, isWhole }) => {
        const [low, high] = range
        if (typeof low === 'string') return [name, range[Math.floor(next() * range.length)] as string]
        const value = low + next() * ((high as number) - low)
        return [name, isWhole === true ? Math.floor(value) : Math.round(value * 100) / 100]
      }),
    )
  }
}
