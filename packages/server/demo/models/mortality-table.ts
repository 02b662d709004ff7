import type { CellSpec, Content } from '../workbook-file.ts'
import { heading } from './looks.ts'

/** Probability of death within a year at an age: constant + base * growth ^ age. */
interface Curve {
  readonly base: number
  readonly growth: number
}

interface Table {
  readonly lowestAge: number
  readonly highestAge: number
  readonly constant: number
  readonly male: Curve
  readonly female: Curve
  /** Whether nobody outlives the highest age. */
  readonly endsInDeath?: boolean
}

/** The cells of a sheet with one row per age, from row 2: age, male and female rate, rounded to six places. */
export function mortalityTable({ lowestAge, highestAge, constant, male, female, endsInDeath = false }: Table) {
  const cells: Record<string, Content | CellSpec> = { A1: heading('Age'), B1: heading('Male'), C1: heading('Female') }
  for (let age = lowestAge; age <= highestAge; age++) {
    const row = age - lowestAge + 2
    const rate = ({ base, growth }: Curve) =>
      endsInDeath && age === highestAge ? 1 : Math.min(1, Math.round((constant + base * growth ** age) * 1e6) / 1e6)
    Object.assign(cells, {
      [`A${row}`]: age,
      [`B${row}`]: { content: rate(male), format: '0.000000' },
      [`C${row}`]: { content: rate(female), format: '0.000000' },
    })
  }
  return cells
}
