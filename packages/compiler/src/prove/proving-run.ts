import type { WorkbookInterface } from '../3-bind/ports/interface.ts'
import { localeOf } from '../3-bind/ports/locale-of.ts'
import type { EvaluationOptions } from '../evaluate/options.ts'

/**
 * The moment at which engines are proved, always the same, so that two versions of a workbook give the same results on their
 * defaults unless something in them changed.
 */
export const provingMoment = { now: 45_658.5, seed: 1 } as const

/** Runs on which a program is compared with the reference evaluator: the defaults and varied inputs. */
export const provingRuns = 201

/** Work that one run may do while an engine is built; the deadline of the child ends what is slow in other ways. */
const stepsOfRun = 500_000_000

/** How the cells of a workbook are computed while its engine is built and proved. */
export function provingEvaluation(properties: WorkbookInterface['properties'], fileName: string): EvaluationOptions {
  return { ...provingMoment, locale: localeOf(properties), steps: stepsOfRun, facts: { filename: `[${fileName}]` } }
}
