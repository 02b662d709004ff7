import { annuity } from '../workbooks/annuity.ts'
import { type BenchModel, numbersFrom } from '../workbooks/model.ts'
import { premium } from '../workbooks/premium.ts'

export interface Subject {
  readonly name: string
  readonly model: BenchModel
  readonly cases: number
}

/** The engines that are measured, with as many cases as take a few seconds. */
export const subjects: readonly Subject[] = [
  { name: 'premium', model: premium(), cases: Number(process.env['BENCH_PREMIUM_CASES'] ?? 100_000) },
  { name: 'annuity', model: annuity(480), cases: Number(process.env['BENCH_ANNUITY_CASES'] ?? 40_000) },
]

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
