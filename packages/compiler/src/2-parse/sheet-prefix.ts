import type { Prefix } from './tree.ts'

/** The prefix as a part of a node; nothing if it names no sheet and no book. */
export function prefixed(prefix: Prefix | undefined): { prefix?: Prefix } {
  return prefix && Object.keys(prefix).length > 0 ? { prefix } : {}
}

/** Splits the text between the apostrophes into path, book and sheets. */
export function splitQuotedPrefix(value: string): Prefix {
  const open = value.indexOf('[')
  const close = value.lastIndexOf(']')
  if (open >= 0 && close > open) {
    const book = value.slice(0, open) + value.slice(open + 1, close)
    const sheets = value.slice(close + 1)
    return sheets === '' ? { book } : { book, ...splitSheets(sheets) }
  }
  return splitSheets(value)
}

/**
 * A sheet name cannot hold a colon, so a colon always joins two sheets. A path has one too, but then no sheet has that
 * name.
 */
function splitSheets(text: string): Prefix {
  const colon = text.indexOf(':')
  if (colon <= 0 || text.charAt(colon + 1) === '\\' || text.charAt(colon + 1) === '/') return { sheet: text }
  return { sheet: text.slice(0, colon), lastSheet: text.slice(colon + 1) }
}
