import { describe, expect, test } from 'vitest'
import { richTextClasses } from '@sheetwright/contract/products/rich-text.ts'
import { chartColours, chartSeriesLooks, richTextColours, tokenVariables } from '../src/ui/theme.ts'
import { themeStyleSheet } from '../src/ui/theme-style-sheet.ts'
import { sourceFiles } from './source-files.ts'

describe('theme', () => {
  test('no colour and no absolute size is written outside the theme', () => {
    const literal = /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|oklch)a?\(|\b\d+(?:\.\d+)?(?:px|rem)\b/gi
    const found = [...sourceFiles('ts', 'tsx', 'css')]
      .filter(([name]) => name !== 'ui/theme.ts')
      .flatMap(([name, source]) => Array.from(source.matchAll(literal), (match) => `${name}: ${match[0]}`))
    expect(found).toEqual([])
  })

  const surfaces = ['--sw-surface', '--sw-sunken', '--sw-hover', '--mantine-color-body'] as const
  const pairs = [
    ...surfaces.flatMap((surface) => [
      ['--sw-text', surface],
      ['--sw-text-dim', surface],
      ['--mantine-color-error', surface],
      ['--mantine-color-anchor', surface],
    ]),
    ['--mantine-color-placeholder', '--sw-surface'],
    ['--sw-accent', '--sw-accent-soft'],
    ['--sw-accent', '--sw-surface'],
    ['--sw-pass', '--sw-pass-soft'],
    ['--sw-attention', '--sw-attention-soft'],
    ['--sw-fail', '--sw-fail-soft'],
  ] as const

  test.each(['light', 'dark'] as const)('text is readable in the %s scheme (WCAG AA)', (scheme) => {
    const tokens = tokenVariables[scheme] as Readonly<Record<string, string>>
    const tooFaint = pairs
      .map(([text, ground]) => ({ text, ground, contrast: contrast(tokens[text] ?? '', tokens[ground] ?? '') }))
      .filter((pair) => !(pair.contrast >= 4.5))
    expect(tooFaint).toEqual([])
  })

  test.each(['light', 'dark'] as const)('colours of rich text are readable in the %s scheme', (scheme) => {
    const tokens = tokenVariables[scheme] as Readonly<Record<string, string>>
    for (const colour of Object.values(richTextColours)) {
      for (const surface of surfaces)
        expect(contrast(colour[scheme], tokens[surface] ?? '')).toBeGreaterThanOrEqual(4.5)
    }
  })

  test('every choice of formatting has a rule', () => {
    const sheet = themeStyleSheet()
    const classes = [...richTextClasses.text, ...richTextClasses.block]
    expect(classes.filter((name) => !sheet.includes(`.${name}{`))).toEqual([])
  })

  test.each(['light', 'dark'] as const)(
    'colours of charts stand out in the %s scheme, and stay apart in grey',
    (scheme) => {
      const tokens = tokenVariables[scheme] as Readonly<Record<string, string>>
      const greys = chartColours.map((colour) => lightness(colour[scheme])).sort((a, b) => a - b)
      expect(chartSeriesLooks).toHaveLength(chartColours.length)
      for (const colour of chartColours) {
        expect(contrast(colour[scheme], tokens['--sw-surface'] ?? '')).toBeGreaterThanOrEqual(3)
      }
      for (let i = 1; i < greys.length; i++) expect((greys[i] ?? 0) - (greys[i - 1] ?? 0)).toBeGreaterThan(4)
    },
  )

  test.each(['light', 'dark'] as const)('signs and the focus ring stand out in the %s scheme', (scheme) => {
    const tokens = tokenVariables[scheme] as Readonly<Record<string, string>>
    for (const sign of ['--sw-focus', '--sw-star']) {
      expect(contrast(tokens[sign] ?? '', tokens['--sw-surface'] ?? '')).toBeGreaterThanOrEqual(3)
    }
  })
})

function contrast(first: string, second: string): number {
  const [light, dark] = [luminance(first), luminance(second)].sort((a, b) => b - a)
  return ((light ?? Number.NaN) + 0.05) / ((dark ?? Number.NaN) + 0.05)
}

function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * (red ?? Number.NaN) + 0.7152 * (green ?? Number.NaN) + 0.0722 * (blue ?? Number.NaN)
}

/** CIE L*, what is left of a colour in grey. */
function lightness(colour: string): number {
  return 116 * Math.cbrt(luminance(colour)) - 16
}
