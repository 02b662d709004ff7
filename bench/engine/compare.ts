import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { bundledModule } from '@sheetwright/server/platform/sandbox/bundled-module.ts'
import { againstPeer, PEERS, type PeerResult } from './against-peers.ts'
import type { Result } from './measure.ts'
import { atLeast, atMost, type Requirement } from './requirements.ts'
import { kindOf, shownName } from './subjects.ts'
import { median } from './timing.ts'

const run = promisify(execFile)

/**
 * Measures a workbook in its own processes, and once in one process with all others, as on a server with many engines.
 */
export interface Compared {
  readonly key: string
  readonly alone: Result
  readonly amongOthers: Result
  readonly peers: readonly PeerResult[]
}

/**
 * Reading and compiling are cold in each process. Other load on the machine only adds time, so the fastest run counts.
 */
const PROCESSES = 2
const TIMES_HAND_WRITTEN = 2
const LIMITS: Readonly<Record<string, { readonly timesPeers: number; readonly seconds: number }>> = {
  premium: { timesPeers: 100, seconds: 1 },
  annuity: { timesPeers: 25, seconds: 3 },
  dcf: { timesPeers: 25, seconds: 1 },
  big: { timesPeers: 25, seconds: 10 },
}

export async function compared(
  keys: readonly string[],
  options: { readonly rounds: number; readonly withPeers: boolean },
): Promise<Compared[]> {
  const together = await measuredInOne(keys, options.rounds)
  const results: Compared[] = []
  for (const [i, key] of keys.entries()) {
    const runs: Result[] = []
    for (let k = 0; k < PROCESSES; k++) runs.push((await measuredInOne([key], options.rounds))[0] as Result)
    const alone = typical(runs)
    const peers: PeerResult[] = []
    for (const name of options.withPeers ? PEERS : []) peers.push(await againstPeer(key, name, alone.programMicros))
    const result = { key: shownName(key), alone, amongOthers: together[i] as Result, peers }
    results.push(result)
    print(result)
  }
  return results
}

/** As plain JavaScript, as engines run on a server, in packages and in the browser. */
async function measuredInOne(keys: readonly string[], rounds: number): Promise<Result[]> {
  const script = await bundledModule(path.join(import.meta.dirname, 'measure-one.ts'))
  const { stdout } = await run(process.execPath, [script, String(rounds), ...keys])
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Result)
}

function typical(runs: readonly Result[]): Result {
  const fastest = runs.toSorted((a, b) => a.seconds - b.seconds)[0] as Result
  return {
    readMs: fastest.readMs,
    compileMs: fastest.compileMs,
    seconds: fastest.seconds,
    handMicros: median(runs.map(({ handMicros }) => handMicros)),
    programMicros: median(runs.map(({ programMicros }) => programMicros)),
    ratio: median(runs.map(({ ratio }) => ratio)),
    mismatches: runs.reduce((sum, { mismatches }) => sum + mismatches, 0),
  }
}

function print({ key, alone, amongOthers, peers }: Compared): void {
  console.log(
    `${key}: read ${alone.readMs} ms, compile ${alone.compileMs} ms, ${alone.programMicros} µs a set of inputs;`,
  )
  console.log(`  by hand ${alone.handMicros} µs: ${alone.ratio} times that alone, ${amongOthers.ratio} among others`)
  for (const { name, micros, timesAsFast, sets, problem, note } of peers) {
    const figures =
      micros === undefined
        ? 'no result'
        : `${Math.round(micros)} µs on ${sets} sets: ${timesAsFast} times as fast as it`
    const remark = problem ?? note
    console.log(`  ${name}: ${figures}${remark === undefined ? '' : ` (${remark})`}`)
  }
}

export function requirementsOf({ key, alone, amongOthers, peers }: Compared): Requirement[] {
  const limit = LIMITS[kindOf(key)]
  const wrong = alone.mismatches + amongOthers.mismatches
  const figures = peers.flatMap(({ timesAsFast }) => timesAsFast ?? [])
  return [
    { what: `${key}: agrees with the function written by hand (${wrong} outputs differ)`, holds: wrong === 0 },
    atMost(`${key}: times the function written by hand, alone`, alone.ratio, TIMES_HAND_WRITTEN),
    atMost(`${key}: times the function written by hand, among others`, amongOthers.ratio, TIMES_HAND_WRITTEN),
    ...(limit ? [atMost(`${key}: seconds to read and compile`, alone.seconds, limit.seconds)] : []),
    ...peers.map((peer) => agreement(key, peer)),
    ...(limit && figures.length > 0
      ? [atLeast(`${key}: times as fast as the fastest of other engines`, Math.min(...figures), limit.timesPeers)]
      : []),
  ]
}

/** A workbook that another engine cannot compute at all is no comparison, but the engine is listed with the reason. */
function agreement(key: string, peer: PeerResult): Requirement {
  const { name, sets, mismatches, firstMismatch, explained, problem } = peer
  if (problem !== undefined) return { what: `${key}: ${name} cannot be compared: ${problem}`, holds: true }
  const first = firstMismatch
    ? `: ${firstMismatch.output} is ${String(firstMismatch.given)} instead of ${firstMismatch.expected}`
    : ''
  const own = explained ? `, ${explained.outputs} for a fault of its own: ${explained.fault}` : ''
  return {
    what: `${key}: ${name} agrees on ${sets} sets (${mismatches} outputs differ${first}${own})`,
    holds: mismatches === 0,
  }
}
