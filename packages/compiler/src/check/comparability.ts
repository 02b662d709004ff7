import { ExcelError } from '@sheetwright/runtime/values.ts'
import type { FormulaTraits, UncomputableCause } from '../3-bind/bound.ts'
import type { FormulaCell } from '../model/cell.ts'
import type { SetApart } from './set-apart.ts'

/** Why a cell's saved value cannot be compared with our result. */
export type NotComparable = 'random' | 'externalLink' | 'vba' | 'xlm' | 'excludedFunction' | 'noSavedValue' | SetApart

const RANDOM = ['RAND', 'RANDBETWEEN', 'RANDARRAY']

const REASONS: Readonly<Record<UncomputableCause, NotComparable | undefined>> = {
  vba: 'vba',
  xlm: 'xlm',
  outsideService: 'excludedFunction',
  externalLink: 'externalLink',
  unreadableFormula: undefined,
}

export function notComparableBecause(cell: FormulaCell, traits: FormulaTraits | undefined): NotComparable | undefined {
  if (cell.saved === undefined) return 'noSavedValue'
  if (!traits) return undefined
  if (RANDOM.some((name) => traits.functions.has(name))) return 'random'
  const savedName = cell.saved instanceof ExcelError && cell.saved.code === '#NAME?'
  for (const { cause } of traits.uncomputable) {
    const reason = REASONS[cause]
    // If Excel did not know the function either, its #NAME? is a value like any other.
    if (reason && !savedName) return reason
  }
  return traits.external.some(({ cells }) => cells === undefined) ? 'externalLink' : undefined
}
