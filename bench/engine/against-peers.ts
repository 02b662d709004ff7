import { spawn } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { PeerDifference, PeerLine } from './peer-one.ts'
import { mean, median, rounded } from './timing.ts'

export const PEERS = ['HyperFormula', 'IronCalc', 'LibreOffice'] as const
export type PeerName = (typeof PEERS)[number]

/**
 * Each engine computes at most SETS sets of inputs and starts none after MILLIS. It is killed if loading, or all the
 * sets, takes longer than LONGEST.
 */
const SETS: Readonly<Record<PeerName, number>> = { HyperFormula: 12, IronCalc: 12, LibreOffice: 60 }
const MILLIS = 20_000
const LONGEST = 300_000

export interface PeerResult {
  readonly name: PeerName
  /** Typical time of a set; absent without a result. */
  readonly micros?: number
  readonly timesAsFast?: number
  /** Number of input sets measured: fewer for slow engines. */
  readonly sets: number
  readonly mismatches: number
  /** Further mismatching outputs that a known fault of the engine explains, and that fault. */
  readonly explained?: { readonly outputs: number; readonly fault: string }
  readonly firstMismatch?: PeerDifference
  /** Peculiarities of the measurement. */
  readonly note?: string
  /** Why there is no result. */
  readonly problem?: string
}

/** Runs another engine in its own process and compares its time with the program's. */
export async function againstPeer(key: string, name: PeerName, ownMicros: number): Promise<PeerResult> {
  const lines = await answers(key, name)
  const isLoaded = lines.some((line) => 'loaded' in line)
  const sets = lines.filter((line) => 'micros' in line)
  const failed = lines.find((line) => 'failed' in line)?.failed
  const note = lines.find((line) => 'note' in line)?.note
  const fault = lines.find((line) => 'fault' in line)?.fault
  const explained = sets.reduce((sum, line) => sum + line.explained, 0)
  const differences = sets.flatMap((line) => line.differences)
  const [firstMismatch] = differences
  const common = {
    name,
    sets: sets.length,
    mismatches: differences.length,
    ...(firstMismatch ? { firstMismatch } : {}),
    ...(note === undefined ? {} : { note }),
    ...(fault === undefined || explained === 0 ? {} : { explained: { outputs: explained, fault } }),
  }
  if (sets.length > 0) {
    const micros = sets.map((line) => line.micros)
    // LibreOffice reports whole milliseconds only, so its sets are averaged. The first set is a warm-up.
    const typical = name === 'LibreOffice' ? mean(micros.slice(micros.length > 1 ? 1 : 0)) : median(micros)
    return { ...common, micros: rounded(typical), timesAsFast: Math.round(typical / ownMicros) }
  }
  return { ...common, problem: failed ?? `${isLoaded ? 'no result' : 'not loaded'} within ${LONGEST / 1000} s` }
}

async function answers(key: string, name: PeerName): Promise<PeerLine[]> {
  const script = path.join(import.meta.dirname, 'peer-one.ts')
  const limits = [SETS[name], MILLIS, LONGEST].map(String)
  const child = spawn(process.execPath, ['--max-old-space-size=8192', script, key, name, ...limits], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // The process that starts LibreOffice also kills it and reports why.
  const timer = setTimeout(() => child.kill('SIGKILL'), name === 'LibreOffice' ? 5 * LONGEST : LONGEST)
  const lines: PeerLine[] = []
  for await (const text of createInterface({ input: child.stdout })) {
    const line = JSON.parse(text) as PeerLine
    lines.push(line)
    if ('loaded' in line) timer.refresh()
  }
  clearTimeout(timer)
  return lines
}
