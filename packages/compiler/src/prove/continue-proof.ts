import { Engine } from '@sheetwright/runtime/engine/engine.ts'
import type { ProgramModule } from '@sheetwright/runtime/program/program.ts'
import { type OpenOptions, openWorkbook } from '../open-workbook.ts'
import { EvaluatorCalculator } from '../run/evaluator-calculator.ts'
import { engineOf } from '../run/load-program.ts'
import { compareWithEvaluator, type ProgramComparison } from './compare-with-evaluator.ts'
import { provingEvaluation } from './proving-run.ts'

export interface ContinueOptions extends Pick<OpenOptions, 'marks' | 'iteration'> {
  readonly fileName: string
  readonly program: ProgramModule
  /** Number of runs compared before. */
  readonly from: number
  readonly seconds: number
  readonly progress: (share: number) => void
}

/** Continues the comparison of an engine's program with the reference evaluator where the build stopped. */
export async function continueProof(bytes: Uint8Array, options: ContinueOptions): Promise<ProgramComparison> {
  const { marks, iteration, fileName, program, from, seconds, progress } = options
  const { opened } = await openWorkbook(bytes, { marks, iteration })
  if (opened === null) throw new Error('A workbook that was built before cannot be read any more')
  const { bound, ports } = opened
  const evaluation = provingEvaluation(ports.properties, fileName)
  const evaluator = new Engine(ports, new EvaluatorCalculator(bound, evaluation))
  const engine = engineOf(program, bound, ports, evaluation)
  return compareWithEvaluator(evaluator, engine, { from, seconds, longestSeconds: seconds, progress })
}
