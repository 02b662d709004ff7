import { libreOffice } from './libre-office.ts'
import { type Fault, hyperFormula, ironCalc, type PeerAnswer } from './peers.ts'
import { differences, type Input, inputOrder, prepared, turns } from './subject.ts'
import { subjectOfKey } from './subjects.ts'

/**
 * Evaluates input sets of one workbook with another engine. Prints a line of JSON once it has loaded the workbook and
 * one for each set. The parent process enforces the timeout.
 */
export type PeerLine =
  | { readonly loaded: true }
  | SetLine
  | { readonly note: string }
  | { readonly fault: string }
  | { readonly failed: string }

interface SetLine {
  readonly micros: number
  readonly differences: readonly PeerDifference[]
  /** Further differences that a known fault of the engine explains. */
  readonly explained: number
}

export interface PeerDifference {
  readonly output: string
  readonly given: unknown
  readonly expected: Input
}

/** Other engines return fewer digits. */
const TOLERANCE = 1e-6
const [key = '', name = '', sets = '', millis = '', longest = ''] = process.argv.slice(2)
const tell = (line: PeerLine) => process.stdout.write(`${JSON.stringify(line)}\n`)

try {
  const subject = await subjectOfKey(key)
  const whole = await prepared(subject)
  const order = inputOrder(subject, whole.ports)
  const next = turns(subject)
  const inOrder = (inputs: readonly Input[]) => order.map((place) => inputs[place] as Input)
  const compared = ({ micros, outputs }: PeerAnswer, inputs: readonly Input[], fault?: Fault): SetLine => {
    const found = differences(outputs, subject.hand(inputs), TOLERANCE)
    const unexplained = found.filter((difference) => !fault?.explains(difference))
    return {
      micros,
      explained: found.length - unexplained.length,
      differences: unexplained.map(({ index, given, expected }) => ({
        output: whole.ports.outputs[index]?.name ?? '',
        given,
        expected,
      })),
    }
  }
  if (name === 'LibreOffice') {
    const wanted = Array.from({ length: Number(sets) }, next)
    const evaluated = async (isWhole: boolean) => {
      const limits = { millis: Number(millis), longest: Number(longest), isWhole }
      const answers = await libreOffice(whole, subject.bytes, wanted.map(inOrder), limits)
      return answers.map((answer, i) => compared(answer, wanted[i] as Input[]))
    }
    const changed = await evaluated(false)
    tell({ loaded: true })
    if (changed.every((line) => line.differences.length === 0)) changed.forEach(tell)
    else {
      tell({ note: 'everything recalculated, since recalculating what changed leaves cells as they were' })
      for (const line of await evaluated(true)) tell(line)
    }
  } else {
    const peer = name === 'IronCalc' ? await ironCalc(whole) : hyperFormula(whole)
    tell({ loaded: true })
    if (peer.fault) tell({ fault: peer.fault.says })
    const until = performance.now() + Number(millis)
    for (let i = 0; i < Number(sets) && (i === 0 || performance.now() < until); i++) {
      const inputs = next()
      tell(compared(peer.evaluate(inOrder(inputs)), inputs, peer.fault))
    }
  }
} catch (reason) {
  tell({ failed: reason instanceof Error ? reason.message : String(reason) })
}
