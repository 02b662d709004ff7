import { describe, expect, test } from 'vitest'
import { initialsOf } from '../src/app/shell/initials.ts'
import { chooseLanguage } from '../src/platform/messages/language.ts'
import { formatDay, formatMinute, formatMoment, relativeTo } from '../src/platform/messages/dates.ts'
import { collapseCrumbs, crumbLabel, crumbTooltip } from '../src/ui/navigation/breadcrumb-rules.ts'
import { shownProgress } from '../src/ui/progress.ts'
import { shortenMiddle, wrapLines } from '../src/ui/shorten.ts'

describe('breadcrumbs', () => {
  test('labels longer than 24 characters are cut', () => {
    expect(crumbLabel('x'.repeat(24))).toBe('x'.repeat(24))
    expect(crumbLabel('x'.repeat(25))).toBe(`${'x'.repeat(24)}…`)
    expect(crumbLabel('自動車保険料率計算'.repeat(3))).toBe(`${'自動車保険料率計算'.repeat(3).slice(0, 24)}…`)
  })

  test('the tooltip has the whole label in lines of at most 30', () => {
    expect(crumbTooltip('Short')).toBeUndefined()
    const label = 'Group medical for Asia Pacific employees and dependants'
    const tooltip = crumbTooltip(label) ?? ''
    expect(tooltip.split('\n').every((line) => line.length <= 30)).toBe(true)
    expect(tooltip.replaceAll('\n', ' ')).toBe(label)
  })

  test('above five places the first two and the last two stay', () => {
    expect(collapseCrumbs([1, 2, 3, 4, 5])).toEqual({ head: [1, 2, 3, 4, 5], hidden: [], tail: [] })
    expect(collapseCrumbs([1, 2, 3, 4, 5, 6])).toEqual({ head: [1, 2], hidden: [3, 4], tail: [5, 6] })
  })
})

describe('long texts', () => {
  test('a word longer than a line is broken, none is lost', () => {
    const text = `ab ${'x'.repeat(70)} cd`
    const lines = wrapLines(text, 30)
    expect(lines.every((line) => line.length <= 30)).toBe(true)
    expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
  })

  test('file names keep their end', () => {
    const name = `${'Motor premium calculation '.repeat(4)}2026 final.xlsx`
    const shown = shortenMiddle(name, 65)
    expect(shown).toHaveLength(65)
    expect(shown.endsWith('2026 final.xlsx')).toBe(true)
    expect(shortenMiddle('x'.repeat(65), 65)).toBe('x'.repeat(65))
  })

  test('no character is cut in half', () => {
    expect(shortenMiddle('👩‍👩‍👧'.repeat(10), 5)).toBe(`${'👩‍👩‍👧'.repeat(2)}…${'👩‍👩‍👧'.repeat(2)}`)
  })
})

describe('dates', () => {
  const moment = new Date('2026-11-15T23:30:05Z')

  test('are written as specified', () => {
    expect(formatDay(moment)).toBe('2026-11-15')
    expect(formatDay(moment, 'Asia/Tokyo')).toBe('2026-11-16')
    expect(formatMoment(moment)).toBe('2026-11-15, 23:30:05 GMT+00:00')
    expect(formatMoment(moment, 'Asia/Tokyo')).toBe('2026-11-16, 08:30:05 GMT+09:00')
    expect(formatMinute(moment)).toBe('2026-11-15 23:30 UTC')
  })

  test('midnight is 00, not 24', () => {
    expect(formatMinute(new Date('2026-11-15T00:00:00Z'))).toBe('2026-11-15 00:00 UTC')
  })

  test('relative moments use the largest unit that fits', () => {
    const before = (seconds: number) => relativeTo(new Date(moment.getTime() - seconds * 1000), moment)
    expect(before(59)).toEqual([0, 'minute'])
    expect(before(119)).toEqual([-1, 'minute'])
    expect(before(3 * 3600)).toEqual([-3, 'hour'])
    expect(before(400 * 86_400)).toEqual([-1, 'year'])
  })
})

describe('language', () => {
  test('is the stored choice, else what the browser prefers, else its base, else English', () => {
    expect(chooseLanguage('ja', ['en-US'])).toBe('ja')
    expect(chooseLanguage(null, ['ja'])).toBe('ja')
    expect(chooseLanguage(null, ['ja-JP', 'en'])).toBe('ja')
    expect(chooseLanguage(null, ['fr', 'de-AT', 'ja-JP'])).toBe('ja')
    expect(chooseLanguage(null, ['fr-CA'])).toBe('en')
    expect(chooseLanguage(null, [])).toBe('en')
  })
})

describe('progress of an upload', () => {
  test('starts at 5 and stays 5 behind', () => {
    expect([0, 7, 10, 11, 50, 100].map(shownProgress)).toEqual([5, 5, 5, 6, 45, 95])
  })
})

describe('initials', () => {
  test.each([
    ['Sam Supervisor', 'SS'],
    ['ada', 'AD'],
    ['山田 太郎', '山太'],
    ['Jean-Luc van den Berg', 'JB'],
    ['', '?'],
  ])('%s is %s', (name, initials) => {
    expect(initialsOf(name)).toBe(initials)
  })
})
