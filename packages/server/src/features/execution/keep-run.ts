import { newId } from '../../platform/db/new-id.ts'
import { type CallOutcome, keepCall, type KeptCall } from '../call-log/kept-call.store.ts'
import { keptFailure } from './kept-failure.ts'
import type { Execution } from './execution.ts'
import { type CallMarks, marksOf } from './run-meta.ts'

/** Default purposes of calls that compute something other than outputs. */
export const purposes = {
  inputs: 'Inputs',
  validation: 'Validation',
  download: 'Download Output',
  calculator: 'Calculator',
  whatIf: 'What-if',
} as const

interface Run<Answer> {
  readonly answer: Answer
  readonly failed: boolean
  readonly micros: number
}

type Kept = Omit<KeptCall, keyof CallOutcome | 'callId' | 'marks' | 'recordCallIds'> & {
  readonly meta: Parameters<typeof marksOf>[0]
  readonly purpose: (typeof purposes)[keyof typeof purposes]
  readonly requestId: string
}

/** Runs a call and logs it, whether it succeeds or fails. */
export async function keepRun<Answer>(
  { calls }: Pick<Execution, 'calls'>,
  { meta, purpose, requestId, ...call }: Kept,
  run: (marks: CallMarks) => Promise<Run<Answer>>,
): Promise<Answer> {
  const marks = marksOf({ ...meta, call_purpose: meta.call_purpose || purpose }, requestId)
  const keep = (outcome: CallOutcome) =>
    keepCall(calls, { ...call, callId: newId(call.at.getTime()), marks, ...outcome })
  const from = performance.now()
  try {
    const { answer, failed, micros } = await run(marks)
    await keep({ responseText: JSON.stringify(answer), failed: failed ? 1 : 0, micros })
    return answer
  } catch (error) {
    const responseText = keptFailure(error)
    const micros = Math.round((performance.now() - from) * 1000)
    if (responseText !== undefined) await keep({ responseText, failed: 1, micros })
    throw error
  }
}
