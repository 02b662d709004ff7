import { setTimeout } from 'node:timers/promises'
import { differences, inputOrder, prepared, type Input, type Subject, turns } from './subject.ts'
import { median, rounded, warmUp, workMicrosOf } from './timing.ts'

/** Number of input sets checked against the function written by hand, and the tolerance. */
const CHECKED = 300
const TOLERANCE = 1e-9
/** Both are warmed up for this long, several times, then measured in turns of about this length. */
const WARM_MS = 400
const WARM_TIMES = 4
const IDLE_MS = 300
const TURN_MICROS = 5000

export interface Result {
  readonly readMs: number
  readonly compileMs: number
  /** Seconds to read and compile: wall-clock, or processor time when other processes compete. */
  readonly seconds: number
  readonly handMicros: number
  readonly programMicros: number
  /** Median over the turns of the program's time divided by the function's time right before it. */
  readonly ratio: number
  readonly mismatches: number
}

/**
 * Measures a compiled program and a function written by hand in turns, so that other load on the machine affects both.
 */
export async function measured(subject: Subject, rounds: number): Promise<Result> {
  const { program, ports, readMs, compileMs, readWorkMs, compileWorkMs } = await prepared(subject)
  const order = inputOrder(subject, ports)
  const next = turns(subject)
  const inOrder = (inputs: readonly Input[]) => order.map((place) => inputs[place] as Input)
  const run = (inputs: readonly Input[]) => {
    program.run(inputs)
    for (let k = 0; k < ports.outputs.length; k++) program.output(k)
  }
  const byHand = (inputs: readonly Input[]) => {
    subject.hand(inputs)
  }
  let mismatches = 0
  for (let i = 0; i < CHECKED; i++) {
    const inputs = next()
    program.run(inOrder(inputs))
    const given = ports.outputs.map((_, k) => program.output(k))
    mismatches += differences(given, subject.hand(inputs), TOLERANCE).length
  }
  // Pauses let V8 finish optimising in its background threads.
  for (let i = 0; i < WARM_TIMES; i++) {
    warmUp(() => byHand(next()), WARM_MS)
    warmUp(() => run(inOrder(next())), WARM_MS)
    await setTimeout(IDLE_MS)
  }
  const setsFor = (work: (inputs: readonly Input[]) => void) => {
    for (let count = 1; ; count *= 2) {
      const tried = Array.from({ length: count }, next)
      const micros = workMicrosOf(() => tried.forEach(work))
      if (micros >= TURN_MICROS / 2) return Math.ceil((count * TURN_MICROS) / micros)
    }
  }
  const [handSets, ownSets] = [setsFor(byHand), setsFor((inputs) => run(inOrder(inputs)))]
  const [hand, own]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    const forHand = Array.from({ length: handSets }, next)
    const forProgram = Array.from({ length: ownSets }, () => inOrder(next()))
    hand.push(workMicrosOf(() => forHand.forEach(byHand)) / handSets)
    own.push(workMicrosOf(() => forProgram.forEach(run)) / ownSets)
  }
  return {
    readMs: Math.round(readMs),
    compileMs: Math.round(compileMs),
    seconds: rounded(Math.min(readMs + compileMs, readWorkMs + compileWorkMs) / 1000),
    handMicros: rounded(median(hand)),
    programMicros: rounded(median(own)),
    ratio: rounded(median(own.map((micros, i) => micros / (hand[i] as number)))),
    mismatches,
  }
}
