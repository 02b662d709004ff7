import { define, type FunctionDefinition } from '../definition.ts'
import { toFullWidth, toHalfWidth } from './widths.ts'

/** A function of one text. */
function change(name: string, apply: (text: string) => string, aliases?: readonly string[]): FunctionDefinition {
  return define({
    name,
    params: [{ name: 'text', kind: 'text' }],
    ...(aliases ? { aliases } : {}),
    body: (_context, text) => apply(text),
  })
}

/** Capitalises the start of each run of letters and lower-cases the rest. */
function proper(text: string): string {
  return text.replace(/\p{L}+/gu, (word) => {
    const first = String.fromCodePoint(word.codePointAt(0) ?? 0)
    return first.toUpperCase() + word.slice(first.length).toLowerCase()
  })
}

// oxlint-disable-next-line no-control-regex -- removing control characters is what CLEAN is for
const CONTROL = /[\x00-\x1f]/g

export const letterFunctions: readonly FunctionDefinition[] = [
  change('UPPER', (text) => text.toUpperCase()),
  change('LOWER', (text) => text.toLowerCase()),
  change('PROPER', proper),
  define({
    name: 'TRIM',
    params: [{ name: 'text', kind: 'text' }],
    body: (context, text) =>
      // In Japan full-width blanks are blanks too; of several the first stays.
      context.locale.startsWith('ja')
        ? text.replace(/([ \u3000])[ \u3000]+/g, '$1').replace(/^[ \u3000]|[ \u3000]$/g, '')
        : text.replace(/ +/g, ' ').replace(/^ | $/g, ''),
  }),
  change('CLEAN', (text) => text.replace(CONTROL, '')),
  change('ASC', toHalfWidth),
  change('DBCS', toFullWidth, ['JIS']),
  define({
    name: 'EXACT',
    params: [
      { name: 'text1', kind: 'text' },
      { name: 'text2', kind: 'text' },
    ],
    body: (_context, first, second) => first === second,
  }),
]
