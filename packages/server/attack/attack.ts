import { tryFreezes } from './freezes.ts'
import { tryFullDisk } from './full-disk.ts'
import { trySuites } from './suites.ts'
import { tableOf } from './verdict.ts'

/**
 * `npm run attack [-- freezes|disk|suites]`: everything that was tried against the product, and whether it held. Freezes measure what
 * another tenant notices of an attack, so that the machine should be quiet. ATTACK_SECONDS says how long each goes on.
 */
const [only] = process.argv.slice(2)
const seconds = Number(process.env['ATTACK_SECONDS'] ?? 10)
const verdicts = [
  ...(isWanted('freezes') ? await tryFreezes(seconds) : []),
  ...(isWanted('disk') ? await tryFullDisk() : []),
  ...(isWanted('suites') ? await trySuites() : []),
]
process.stdout.write(`${tableOf(verdicts)}\n`)
process.exitCode = verdicts.every(({ held }) => held) ? 0 : 1

function isWanted(part: 'freezes' | 'disk' | 'suites'): boolean {
  return only === undefined || only === part
}
