import { describe, expect, it } from 'vitest'
import { growthOf } from './growth.ts'

const harmless: readonly (readonly [source: string, flags: string])[] = [
  ['^\\d+(?:\\.\\d*)?$', ''],
  ['^(a|b)*$', ''],
  ['^0+$', ''],
  ['x*', ''],
  // Every match succeeds, however the text continues.
  ['(a*)*', ''],
  ['filename\\s*=\\s*([^;\\s]+)', ''],
  ['[^<]+', 'y'],
  ['^[\\w.-]{1,128}$', ''],
  ['^[^@\\s]+@[^@\\s]+$', ''],
]

const polynomial: readonly (readonly [source: string, flags: string])[] = [
  // Every division of the digits is tried.
  ['^[+-]?(?:\\d+\\.?\\d*|\\.\\d+)$', ''],
  // Restarts at each zero.
  ['0+$', ''],
  ['\\s+$', ''],
  ['^\\s*([^=]+?)\\s*=', ''],
  ['\\B(?=(?:\\d{3})+$)', 'g'],
  ['^(\\p{L}+年)?\\p{L}+$', 'u'],
  ['^A*a*$', 'i'],
  ['^(?:a+b|a)*', ''],
]

const exponential: readonly (readonly [source: string, flags: string])[] = [
  ['(a*)*b', ''],
  ['^(a|a)*$', ''],
  ['^(?:\\w+\\s?)*$', ''],
  ['^(?:x(?:a?|b?))*$', ''],
]

describe('what a failing match costs', () => {
  it.each(harmless)('finds that /%s/ takes time in proportion to the text', (source, flags) => {
    expect(growthOf(source, flags)).toBeUndefined()
  })

  it.each(polynomial)('finds that /%s/ tries many ways to divide the text', (source, flags) => {
    expect(growthOf(source, flags)?.kind).toBe('polynomial')
  })

  it.each(exponential)('finds that /%s/ doubles the ways with each round', (source, flags) => {
    expect(growthOf(source, flags)?.kind).toBe('exponential')
  })
})
