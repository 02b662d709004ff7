import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

const folder = path.join(import.meta.dirname, '../src')

/** The application's own sources of the given kinds, by their path below `src`. */
export function sourceFiles(...extensions: readonly string[]): ReadonlyMap<string, string> {
  const names = extensions.flatMap((extension) => globSync(`**/*.${extension}`, { cwd: folder }))
  return new Map(names.sort().map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]))
}
