import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { root } from '../../setup/paths.mjs'

/** A regular expression of ours: a literal, or one built at run time. */
export type Expression =
  | { readonly kind: 'written'; readonly place: string; readonly source: string; readonly flags: string }
  | { readonly kind: 'built'; readonly place: string; readonly text: string }

const packages = ['contract', 'runtime', 'compiler', 'server', 'web', 'cli']

/** Every regular expression of the packages, without their tests. */
export function findExpressions(): Expression[] {
  return packages.flatMap((name) =>
    readdirSync(path.join(root, 'packages', name, 'src'), { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
      .flatMap((entry) => expressionsIn(path.join(entry.parentPath, entry.name))),
  )
}

function expressionsIn(file: string): Expression[] {
  const text = readFileSync(file, 'utf8')
  // Most files have none, and parsing takes the time.
  if (!text.includes('/') && !text.includes('RegExp')) return []
  const found: Expression[] = []
  const placeOf = (start: number) =>
    `${path.relative(root, file).replaceAll(path.sep, '/')}:${text.slice(0, start).split('\n').length}`
  const noteBuilt = (start: number, end: number) =>
    found.push({ kind: 'built', place: placeOf(start), text: text.slice(start, end).replaceAll(/\s+/g, ' ') })
  new Visitor({
    Literal: (node) => {
      if (!('regex' in node)) return
      const { pattern, flags } = node.regex
      found.push({ kind: 'written', place: placeOf(node.start), source: pattern, flags })
    },
    NewExpression: ({ callee, start, end }) => {
      if (callee.type === 'Identifier' && callee.name === 'RegExp') noteBuilt(start, end)
    },
    CallExpression: ({ callee, start, end }) => {
      if (callee.type === 'Identifier' && callee.name === 'RegExp') noteBuilt(start, end)
    },
  }).visit(parseSync(file, text).program)
  return found
}
