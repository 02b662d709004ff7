import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../setup/paths.mjs'

/** Test files that check properties, directly or through a file beside them, as paths from the root. */
export function propertyTests() {
  const known = new Map()
  const checksProperties = (file) => {
    if (!known.has(file)) {
      known.set(file, false)
      known.set(file, mentions(file))
    }
    return known.get(file)
  }
  const mentions = (file) => {
    // A test may write a program that imports a missing file.
    if (!existsSync(file)) return false
    const text = readFileSync(file, 'utf8')
    if (text.includes("from 'fast-check'")) return true
    const imported = [...text.matchAll(/^(?:import|\} from).*'(\.[^']+)'$/gm)].map((match) =>
      path.join(path.dirname(file), match[1]),
    )
    return imported.some((each) => !each.includes(`${path.sep}src${path.sep}`) && checksProperties(each))
  }
  const files = globSync('packages/*/{src,test}/**/*.test.ts', { cwd: root })
  return files.filter((file) => checksProperties(path.join(root, file))).toSorted()
}
