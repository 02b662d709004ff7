import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { inRoot, root } from '../setup/paths.mjs'

/** Collects the files that a generator creates and changes, formats them and lists them. */
export class Edits {
  private readonly changed = new Set<string>()

  /** Writes a new file; one that exists is never overwritten. */
  create(file: string, content: string): void {
    if (existsSync(inRoot(file))) end(`${file} exists already`)
    mkdirSync(path.dirname(inRoot(file)), { recursive: true })
    this.write(file, content, 'made')
  }

  change(file: string, edit: (source: string) => string): void {
    this.write(file, edit(readFileSync(inRoot(file), 'utf8')), 'changed')
  }

  format(): void {
    const files = [...this.changed].filter((file) => /\.(tsx?|json)$/.test(file))
    const biome = inRoot('node_modules/@biomejs/biome/bin/biome')
    const { status, stderr } = spawnSync(process.execPath, [biome, 'format', '--write', ...files], { cwd: root })
    if (status !== 0) end(`The files could not be formatted:\n${stderr.toString()}`)
  }

  private write(file: string, content: string, verb: string): void {
    writeFileSync(inRoot(file), content)
    this.changed.add(file)
    say(`${verb.padEnd(8)}${file}`)
  }
}

/** Adds an import after the last one, or before everything else. */
export function addImport(source: string, line: string): string {
  const last = [...source.matchAll(/^(?:import .*|\} from .*)\n/gm)].at(-1)
  const at = last === undefined ? 0 : last.index + last[0].length
  return `${source.slice(0, at)}${line}\n${source.slice(at)}`
}

/**
 * Adds an entry at the end of a list or object, on one line or several. `opening` is the text up to and including its
 * bracket.
 */
export function addEntry(source: string, opening: string, entry: string): string {
  const start = source.indexOf(opening)
  if (start === -1) end(`"${opening}" was not found`)
  const close = closingBracket(source, start + opening.length - 1)
  const before = source.slice(0, close).trimEnd()
  const comma = /[,[{(]$/.test(before) ? '' : ','
  return `${before}${comma}\n${entry},\n${source.slice(close)}`
}

/** Adds a text to a message file, which is sorted by key. */
export function addMessage(source: string, key: string, text: string): string {
  const messages = JSON.parse(source) as Record<string, string>
  if (key in messages) end(`The message ${key} exists already`)
  const sorted = Object.entries({ ...messages, [key]: text }).sort(([a], [b]) => (a < b ? -1 : 1))
  return `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`
}

function closingBracket(source: string, open: number): number {
  let depth = 0
  // Strings and comments are single tokens, so that brackets and quotes in them do not count.
  const tokens = /'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|\/\/.*|\/\*[\s\S]*?\*\/|[[\]{}()]/g
  tokens.lastIndex = open
  for (let token = tokens.exec(source); token !== null; token = tokens.exec(source)) {
    if (/^[[{(]$/.test(token[0])) depth++
    if (/^[\]})]$/.test(token[0]) && --depth === 0) return token.index
  }
  return end('A list has no end')
}

export function camel(name: string): string {
  return name.replace(/-(.)/g, (_match, letter: string) => letter.toUpperCase())
}

/** `archive-product` as "Archive product". */
export function sentence(name: string): string {
  const words = name.replaceAll('-', ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

export function say(text: string): void {
  process.stdout.write(`${text}\n`)
}

export function end(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
