import type { WorkbookInterface } from '../3-bind/ports/interface.ts'
import { localeOf } from '../3-bind/ports/locale-of.ts'
import type { EvaluationOptions } from '../evaluate/options.ts'

/**
 * The fixed time of proofs, so that two versions of a workbook give the same results on their defaults unless something
 * in them changed.
 */
export const provingMoment = { now: 45_658.5, seed: 1 } as const

/** Number of runs on which a program is compared with the reference evaluator: the defaults and varied inputs. */
export const provingRuns = 201

/** Step limit of one run during a build; the child's deadline ends runs that are slow in other ways. */
const stepsOfRun = 500_000_000

/** The evaluation options for building and proving an engine. */
export function provingEvaluation(properties: WorkbookInterface['properties'], fileName: string): EvaluationOptions {
  return { ...provingMoment, locale: localeOf(properties), steps: stepsOfRun, facts: { filename: `[${fileName}]` } }
}
