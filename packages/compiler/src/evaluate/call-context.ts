import type { CallContext } from '@sheetwright/runtime/functions/definition.ts'
import type { BoundWorkbook } from '../3-bind/bind-workbook.ts'
import type { FormulaMachine } from './formula-machine.ts'
import type { EvaluationOptions } from './options.ts'
import { type Evaluation, workbookAccess } from './workbook-access.ts'

/** What functions may ask about the run, the workbook and the cell that calls them. */
export function callContext(
  machine: FormulaMachine,
  bound: BoundWorkbook,
  options: EvaluationOptions,
  evaluation: Evaluation & Required<Pick<CallContext, 'remember'>>,
): CallContext {
  const { sheets, date1904, properties, calculation } = bound.workbook
  return {
    now: () => options.now,
    random: () => machine.nextRandom(),
    date1904,
    locale: options.locale,
    characterSet: properties.application?.includes('Macintosh') ? 'mac' : 'windows',
    countsPairsAsOne: calculation.compatibilityVersion >= 2,
    charge: (steps) => machine.charge(steps),
    get cell() {
      return machine.home
    },
    get textIsZero() {
      return sheets[machine.home.sheet]?.textIsZero ?? false
    },
    workbook: workbookAccess(evaluation, bound, options),
    remember: evaluation.remember,
  }
}
