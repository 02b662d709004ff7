import { setTimeout } from 'node:timers/promises'
import { libreOffice } from './libre-office.ts'
import { hyperFormula, ironCalc, type Peer } from './peers.ts'
import { type Input, type Measured, prepared, type Subject, turns } from './subject.ts'
import { mean, median, microsOf, rounded, warmUp } from './timing.ts'

/** Relative difference up to which results count as the same; for other engines, which show fewer digits, more. */
const TOLERANCE = 1e-9
const PEER_TOLERANCE = 1e-6
/** Sets of inputs that are checked against the function written by hand. */
const CHECKED = 300
/** Both are warmed up this long, several times, and then measured in turns of about so much time. */
const WARM_MS = 400
const WARM_TIMES = 4
const IDLE_MS = 300
const TURN_MICROS = 6000
/** A peer is measured on so many sets, or fewer where that would take longer than this. */
const PEER_SETS = 12
const PEER_MS = 20_000
const FAST_MICROS = 50_000
const MANY_SETS = 100

export interface Result {
  readonly name: string
  readonly readMs: number
  readonly compileMs: number
  readonly handMicros: number
  readonly programMicros: number
  readonly ratio: number
  readonly mismatches: number
  readonly peers: readonly PeerResult[]
}

interface PeerResult {
  readonly name: string
  readonly micros: number
  readonly timesAsFast: number
  /** Sets of inputs it was measured on: fewer where it is slow. */
  readonly sets: number
  /** Outputs that differ from those of the function written by hand. */
  readonly mismatches: number
  readonly firstMismatch?: { readonly output: string; readonly given: unknown; readonly expected: Input }
}

/** A compiled program against a function written by hand, in turns, so that whatever else the machine does weighs on both. */
export async function measured(
  subject: Subject,
  { rounds, withPeers }: { readonly rounds: number; readonly withPeers: boolean },
): Promise<Result> {
  const whole = await prepared(subject)
  const { program, ports, readMs, compileMs } = whole
  const order = ports.inputs.map(({ name }) =>
    subject.inputNames.findIndex((one) => one.toLowerCase() === name.toLowerCase()),
  )
  const next = turns(subject)
  const inOrder = (inputs: readonly Input[]) => order.map((place) => inputs[place] as Input)
  const run = (inputs: readonly Input[]) => {
    program.run(inputs)
    for (let k = 0; k < ports.outputs.length; k++) program.output(k)
  }
  let mismatches = 0
  for (let i = 0; i < CHECKED; i++) {
    const inputs = next()
    program.run(inOrder(inputs))
    mismatches += differences(
      ports.outputs.map((_, k) => program.output(k)),
      subject.hand(inputs),
      TOLERANCE,
    ).length
  }
  const both = () => {
    const inputs = next()
    subject.hand(inputs)
    run(inOrder(inputs))
  }
  // Between times the machine gets a chance to finish optimising, which it does beside the program.
  for (let i = 0; i < WARM_TIMES; i++) {
    warmUp(both, WARM_MS)
    await setTimeout(IDLE_MS)
  }
  const each = median(Array.from({ length: 9 }, () => microsOf(both)))
  const count = Math.max(1, Math.ceil(TURN_MICROS / Math.max(each, 0.1)))
  const [hand, own]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    const sets = Array.from({ length: count }, next)
    const ordered = sets.map(inOrder)
    hand.push(microsOf(() => sets.forEach((inputs) => subject.hand(inputs))) / count)
    own.push(microsOf(() => ordered.forEach(run)) / count)
  }
  const programMicros = median(own)
  return {
    name: subject.name,
    readMs: Math.round(readMs),
    compileMs: Math.round(compileMs),
    handMicros: rounded(median(hand)),
    programMicros: rounded(programMicros),
    ratio: rounded(programMicros / median(hand)),
    mismatches,
    peers: withPeers ? await againstPeers(subject, whole, inOrder, next, programMicros) : [],
  }
}

async function againstPeers(
  subject: Subject,
  whole: Measured,
  inOrder: (inputs: readonly Input[]) => Input[],
  next: () => Input[],
  own: number,
): Promise<PeerResult[]> {
  const results: PeerResult[] = []
  const openings: (() => Peer | Promise<Peer>)[] = [
    () => hyperFormula(whole),
    () => ironCalc(whole),
    () => libreOffice(whole, subject.bytes),
  ]
  for (const open of openings) {
    try {
      results.push(await againstPeer(await open(), subject, whole, inOrder, next, own))
    } catch (reason) {
      console.log(`${subject.name}: left out: ${reason instanceof Error ? reason.message : String(reason)}`)
    }
  }
  return results
}

async function againstPeer(
  peer: Peer,
  subject: Subject,
  { ports }: Measured,
  inOrder: (inputs: readonly Input[]) => Input[],
  next: () => Input[],
  own: number,
): Promise<PeerResult> {
  const micros: number[] = []
  const found: { index: number; given: unknown; expected: Input }[] = []
  const until = performance.now() + PEER_MS
  const evaluate = async (count: number) => {
    const sets = Array.from({ length: count }, next)
    const answer = await peer.evaluate(sets.map(inOrder))
    micros.push(...answer.micros)
    // A function written by hand may give the same array every time: its results are compared at once.
    sets.forEach((inputs, i) =>
      found.push(...differences(answer.outputs[i] ?? [], subject.hand(inputs), PEER_TOLERANCE)),
    )
  }
  const isProgram = peer.name === 'LibreOffice'
  if (isProgram) {
    // It starts anew each time, so all sets go at once, and it tells whole milliseconds only, so many sets are averaged.
    await evaluate(4)
    if (mean(micros) < FAST_MICROS) await evaluate(MANY_SETS)
  } else for (let i = 0; i < PEER_SETS && (i < 2 || performance.now() < until); i++) await evaluate(1)
  const typical = isProgram ? mean(micros) : median(micros)
  const [first] = found
  return {
    name: peer.name,
    micros: rounded(typical),
    timesAsFast: rounded(typical / own),
    sets: micros.length,
    mismatches: found.length,
    ...(first
      ? {
          firstMismatch: {
            output: ports.outputs[first.index]?.name ?? '',
            given: first.given,
            expected: first.expected,
          },
        }
      : {}),
  }
}

function differences(
  actual: ArrayLike<unknown>,
  expected: ArrayLike<Input>,
  tolerance: number,
): { index: number; given: unknown; expected: Input }[] {
  return Array.from(expected).flatMap((wanted, index) => {
    const raw = actual[index]
    const given = typeof wanted === 'number' && typeof raw === 'string' ? Number(raw.replaceAll(',', '')) : raw
    const isSame =
      typeof given === 'number' && typeof wanted === 'number'
        ? Math.abs(given - wanted) <= tolerance * Math.max(Math.abs(given), Math.abs(wanted))
        : given === wanted
    return isSame ? [] : [{ index, given: typeof raw === 'object' ? JSON.stringify(raw) : raw, expected: wanted }]
  })
}
