import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { inRoot } from './paths.mjs'

/** One hash over the names and contents of files and folders, to tell whether derived files are up to date. */
export function sourceHash(entries) {
  const hash = createHash('sha256')
  for (const entry of entries) {
    for (const file of filesBelow(inRoot(entry))) {
      hash.update(path.relative(inRoot(), file)).update('\0').update(readFileSync(file)).update('\0')
    }
  }
  return hash.digest('hex')
}

function filesBelow(entry) {
  if (!existsSync(entry)) return []
  if (statSync(entry).isFile()) return [entry]
  return readdirSync(entry, { withFileTypes: true, recursive: true })
    .filter((file) => file.isFile())
    .map((file) => path.join(file.parentPath, file.name))
    .sort()
}
