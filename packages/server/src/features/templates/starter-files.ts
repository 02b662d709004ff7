import { stat } from 'node:fs/promises'
import path from 'node:path'
import { type Starter, starters } from '@sheetwright/contract/templates/template.ts'

export interface StarterFile {
  readonly starter: Starter
  readonly name: string
  /** The Japanese name, for searching; pages have their own texts. */
  readonly words: string
  readonly categories: readonly string[]
  readonly description: string
  readonly file: string
}

/** The workbooks in the folder `demo` of this package, made by `demo/make-workbooks.ts`. */
const about: Readonly<Record<Starter, Omit<StarterFile, 'starter'>>> = {
  motor: {
    name: 'Motor premium',
    words: '自動車保険料',
    categories: ['Motor'],
    description: 'A private car tariff with rating tables, further drivers as a table, a quick quote and a report.',
    file: 'Motor premium.xlsx',
  },
  household: {
    name: 'Household contents',
    words: '家財保険',
    categories: ['Property'],
    description: 'Sum insured from the floor area, burglary zones, valuables as a table, glass and bicycles.',
    file: 'Household.xlsx',
  },
  termLife: {
    name: 'Term life',
    words: '定期保険',
    categories: ['Life'],
    description: 'Premium and reserves of a term assurance, projected by month over up to 30 years.',
    file: 'Term life.xlsx',
  },
  annuity: {
    name: 'Annuity projection',
    words: '年金',
    categories: ['Life', 'Pensions'],
    description: 'A life annuity for a single premium, with guaranteed years, rising payments and improving mortality.',
    file: 'Annuity projection.xlsx',
  },
  groupHealth: {
    name: 'Group health',
    words: '団体医療保険',
    categories: ['Health'],
    description: 'Rates a census of up to 40 members by age and plan, with experience rating.',
    file: 'Group health.xlsx',
  },
  mortgage: {
    name: 'Mortgage',
    words: '住宅ローン',
    categories: ['Credit'],
    description: 'A fixed and a following rate, extra repayments, affordability, and a schedule by month and year.',
    file: 'Mortgage.xlsx',
  },
  loan: {
    name: 'Loan with goal seek',
    words: 'ローン ゴールシーク',
    categories: ['Credit'],
    description: 'Instalments and schedule of a loan; goal seek finds the amount that a payment affords.',
    file: 'Loan.xlsx',
  },
  cashFlow: {
    name: 'Discounted cash flow',
    words: '割引キャッシュフロー DCF',
    categories: ['Finance'],
    description: 'Values a company from ten years of plan and a terminal value, with sensitivities.',
    file: 'Discounted cash flow.xlsx',
  },
}

export const starterFiles: readonly StarterFile[] = starters.map((starter) => ({ starter, ...about[starter] }))

const folder = path.join(import.meta.dirname, '../../../demo')

export function starterPath(starter: Starter): string {
  return path.join(folder, about[starter].file)
}

export async function starterSize(starter: Starter): Promise<number> {
  const { size } = await stat(starterPath(starter))
  return size
}
