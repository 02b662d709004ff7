import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compilePattern } from '../src/functions/text/regex/compile.ts'
import { findMatches } from '../src/functions/text/regex/match.ts'
import { parsePattern } from '../src/functions/text/regex/parse.ts'
import { PatternError } from '../src/functions/text/regex/syntax.ts'

const free = () => undefined

function matchesOf(pattern: string, text: string): string[] {
  return findMatches(compilePattern(parsePattern(pattern, false)), text, free).map((match) =>
    text.slice(match[0], match[1]),
  )
}

const atom = fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '\\w', '(a)', '(?:ab)', '(b|a)', '(a*)', '((?:a|b)\\b)')
const count = fc.constantFrom('', '*', '+', '?', '*?', '+?', '{1,2}', '{2}', '{0,1}?')
const assertion = fc.constantFrom('^', '$', '\\b', '(?=a)', '(?!b)', '(?<=a)', '(?<!b)')
const piece = fc.oneof({ weight: 4, arbitrary: fc.tuple(atom, count).map((parts) => parts.join('')) }, assertion)
const patterns = fc.array(piece, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(''))

describe('the matcher', () => {
  test('finds what the platform’s own engine finds, where both speak the same language', () => {
    fc.assert(
      fc.property(patterns, fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 }), (pattern, text) => {
        const expected = [...text.matchAll(new RegExp(pattern, 'gu'))].map((match) => match[0])
        expect(matchesOf(pattern, text)).toEqual(expected)
      }),
      { seed: 20_260_115, numRuns: 5000 },
    )
  })

  test('stops at the budget where a pattern runs away', () => {
    const program = compilePattern(parsePattern('(a+)+$', false))
    let steps = 0
    const charge = (more: number) => {
      steps += more
      if (steps > 100_000) throw new RangeError('used up')
    }
    expect(() => findMatches(program, `${'a'.repeat(60)}b`, charge)).toThrow(RangeError)
  })

  test.each(['(', '[a', 'a{2,1}', '*a', '\\', '(?<n>a)(?<n>b)', '\\p{Nonsense}', '(?R)', '[z-a]', 'a{5000}'])(
    'refuses %s',
    (pattern) => {
      expect(() => compilePattern(parsePattern(pattern, false))).toThrow(PatternError)
    },
  )

  test('reads any text as a pattern or refuses it', () => {
    const characters = Array.from('ab()[]{}*+?|\\^$.-dwsbpPkKQE<>=!:i01,')
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...characters) }), (pattern) => {
        expect(outcomeOf(pattern)).toMatch(/^(?:compiled|refused)$/)
      }),
      { seed: 20_260_115, numRuns: 5000 },
    )
  })
})

function outcomeOf(pattern: string): string {
  try {
    compilePattern(parsePattern(pattern, false))
    return 'compiled'
  } catch (error) {
    return error instanceof PatternError ? 'refused' : String(error)
  }
}
