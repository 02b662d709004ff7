import { tryFreezes } from './freezes.ts'
import { tryFullDisk } from './full-disk.ts'
import { trySuites } from './suites.ts'
import { tableOf } from './verdict.ts'

/**
 * `npm run attack [-- freezes|disk|suites]`: all attacks on the product, and whether it held. The freezes measure how
 * an attack slows down another tenant, so the machine should be idle. ATTACK_SECONDS is the duration of each.
 */
const parts = ['freezes', 'disk', 'suites'] as const
const [only] = process.argv.slice(2)
if (only !== undefined && !parts.some((part) => part === only)) {
  process.stderr.write(`Usage: npm run attack [-- ${parts.join('|')}]\n`)
  process.exit(2)
}
const seconds = Number(process.env['ATTACK_SECONDS'] ?? 10)
const verdicts = [
  ...(isWanted('freezes') ? await tryFreezes(seconds) : []),
  ...(isWanted('disk') ? await tryFullDisk() : []),
  ...(isWanted('suites') ? await trySuites() : []),
]
process.stdout.write(`${tableOf(verdicts)}\n`)
process.exitCode = verdicts.every(({ held }) => held) ? 0 : 1

function isWanted(part: (typeof parts)[number]): boolean {
  return only === undefined || only === part
}
