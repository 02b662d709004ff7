import { globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Writes docs/function-cases.tsv: the number of cases of each worksheet function in the tables beside the functions.
 */
const root = path.join(import.meta.dirname, '..')
const folder = path.join(root, 'packages/runtime/src/functions')
const counts = new Map<string, number>()
let cases = 0

for (const file of globSync('**/*.cases.tsv', { cwd: folder })) {
  for (const line of readFileSync(path.join(folder, file), 'utf8').split(/\r?\n/)) {
    const formula = line.split('\t')[0] ?? ''
    if (formula === '' || formula.startsWith('@') || (formula.startsWith('#') && !line.includes('\t'))) continue
    cases++
    for (const name of new Set(formula.toUpperCase().match(/[A-Z][A-Z0-9._]*(?=\()/g))) {
      counts.set(name, (counts.get(name) ?? 0) + 1)
    }
  }
}

const lines = [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, count]) => `${name}\t${count}`)
writeFileSync(path.join(root, 'docs/function-cases.tsv'), `function\tcases\n${lines.join('\n')}\n`)
console.log(`${cases} cases of ${counts.size} function names`)
