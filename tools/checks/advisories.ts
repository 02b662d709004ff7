import { readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Advisories looked up by hand, last on 2026-11-16, checked against the lock file: production dependencies must not be
 * older than the fixed version. `npm run audit` asks the registry, which knows more, if it answers.
 */
const root = path.join(import.meta.dirname, '../..')
const [, ...lines] = readFileSync(path.join(import.meta.dirname, 'advisories.tsv'), 'utf8')
  .trimEnd()
  .split('\n')

interface LockedPackage {
  readonly version?: string
  readonly dev?: boolean
}
const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, LockedPackage>>
}

function isOlder(version: string, than: string): boolean {
  const [left, right] = [version, than].map((text) => text.split(/[.-]/, 3).map(Number))
  for (const [i, part] of (right ?? []).entries()) {
    const own = left?.[i] ?? 0
    if (own !== part) return own < part
  }
  return false
}

const found = lines.flatMap((line) => {
  const [name = '', fixedIn = '', severity = '', advisories = ''] = line.split('\t')
  return Object.entries(lock.packages)
    .filter(([place, { dev }]) => place.endsWith(`node_modules/${name}`) && dev !== true)
    .filter(([, { version = '0' }]) => isOlder(version, fixedIn))
    .map(([place, { version }]) => `${place} ${version}: ${severity}, mended in ${fixedIn} (${advisories})`)
})
for (const finding of found) console.log(finding)
process.exitCode = found.length === 0 ? 0 : 1
