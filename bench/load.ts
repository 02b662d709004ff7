import { driveLoad } from '../packages/server/test/support/load-driver.ts'

/** 50 callers for a minute, while versions are published, engines exceed their limits, and the server is killed once. */
const callers = Number(process.env['LOAD_CALLERS'] ?? 50)
const seconds = Number(process.env['LOAD_SECONDS'] ?? 60)
const { wrong, missing, failures, ...counts } = await driveLoad({ callers, seconds })
console.log(counts)
const verdicts = [
  ['wrong results', wrong],
  ['calls that were answered and are not in the log', missing],
  ['failures other than a clear 503 or a cut connection', failures],
] as const
for (const [name, list] of verdicts)
  console.log(`${list.length} ${name}${list.length > 0 ? `: ${list.slice(0, 5).join(' | ')}` : ''}`)
process.exitCode = verdicts.every(([, list]) => list.length === 0) ? 0 : 1
