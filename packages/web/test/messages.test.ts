import { requestFailures } from '@sheetwright/contract/api-error.ts'
import { errorStatus } from '@sheetwright/contract/error-codes.ts'
import { createIntl } from 'react-intl'
import { describe, expect, test } from 'vitest'
import en from '../src/platform/messages/en.json' with { type: 'json' }
import ja from '../src/platform/messages/ja.json' with { type: 'json' }
import { sourceFiles } from './source-files.ts'

const codes = [...Object.keys(errorStatus), ...requestFailures]
const languages = Object.entries({ en, ja }).map(([locale, messages]) =>
  createIntl({ locale, messages, onError: fail }),
)

/** Message ids are written out as literals, except those of error codes, which are made from the code. */
function usedIds(): ReadonlySet<string> {
  const literals = [...sourceFiles('ts', 'tsx').values()].flatMap((source) =>
    Array.from(source.matchAll(/['"]([A-Z][A-Za-z]*(?:\.[A-Za-z_]+)+)['"]/g), (match) => match[1] ?? ''),
  )
  return new Set([...literals, ...codes.map((code) => `Error.${code}`)])
}

describe('messages', () => {
  test('both languages have the same keys, in alphabetical order', () => {
    expect(Object.keys(ja)).toEqual(Object.keys(en))
    expect(Object.keys(en)).toEqual(Object.keys(en).sort())
  })

  test('no key is missing', () => {
    expect([...usedIds()].filter((id) => !(id in en))).toEqual([])
  })

  test('no key is unused', () => {
    const used = usedIds()
    expect(Object.keys(en).filter((id) => !used.has(id))).toEqual([])
  })

  test('every error code of the contract has a message', () => {
    for (const code of codes) expect(en).toHaveProperty([`Error.${code}`])
  })

  test('every error code says in Japanese what is wrong', () => {
    const untranslated = codes.filter((code) => {
      const japanese = (ja as Record<string, string>)[`Error.${code}`] ?? ''
      return !/[\u3040-\u30ff]/.test(japanese) || japanese === (en as Record<string, string>)[`Error.${code}`]
    })
    expect(untranslated).toEqual([])
  })

  test.each(Object.keys(en))('%s can be formatted and takes the same values in both languages', (id) => {
    const [english, japanese] = [en, ja].map((messages) => (messages as Record<string, string>)[id] ?? '')
    expect(placeholders(japanese ?? '')).toEqual(placeholders(english ?? ''))
    const values = Object.fromEntries(placeholders(english ?? '').map((name) => [name, 3]))
    for (const intl of languages) expect(intl.formatMessage({ id }, values)).not.toBe('')
    // Numbers that English groups by thousands are grouped in Japanese too.
    const isGrouped = (message: string) =>
      new Set(Array.from(message.matchAll(/\{(\w+), (?:plural|number)/g), ([, name]) => name))
    expect(isGrouped(japanese ?? '')).toEqual(isGrouped(english ?? ''))
  })
})

function placeholders(message: string): readonly string[] {
  return [...new Set(Array.from(message.matchAll(/\{(\w+)(?=[,}])/g), (match) => match[1] ?? ''))].sort()
}

function fail(error: Error): never {
  throw error
}
