import { numbersFrom } from '../workbooks/model.ts'

const ENTRIES = 20_000

/**
 * A fixed piece of work similar to evaluating a workbook by walking its formulas: objects, maps, closures, numbers. The
 * evaluator's time is reported as a multiple of it, which does not depend on the machine's speed.
 */
export function yardstick(): void {
  const next = numbersFrom(17)
  const cells = new Map<string, { readonly value: number; readonly from: readonly string[] }>()
  for (let i = 0; i < ENTRIES; i++) {
    const from = [`R${Math.floor(next() * i)}`, `R${Math.floor(next() * i)}`]
    cells.set(`R${i}`, { value: next(), from })
  }
  const sums = Array.from(cells.values(), ({ value, from }) => () => {
    return from.reduce((sum, name) => sum + (cells.get(name)?.value ?? 0), value)
  })
  let total = 0
  for (const sum of sums) total += Math.sqrt(sum())
  if (Number.isNaN(total)) throw new Error('The yardstick is no number')
}
