import type { FormField, FormLayout } from '@sheetwright/contract/calculators/form-layout.ts'
import { describe, expect, it } from 'vitest'
import { movePart, type Part, stepPart, withoutPart } from '../src/features/calculators/builder/layout-edits.ts'
import { takeStep } from '../src/features/calculators/builder/use-history.ts'

const field = (input: string): FormField => ({ input, label: {}, widget: 'number' })

const layout: FormLayout = {
  formatVersion: 1,
  title: {},
  sections: [
    { key: 'first', title: {}, columns: 1, fields: [field('a'), field('b'), field('c')] },
    { key: 'second', title: {}, columns: 1, fields: [field('d')] },
  ],
  results: [],
}

const places = (moved: { layout: FormLayout } | undefined) =>
  moved?.layout.sections.map(({ fields }) => fields.map(({ input }) => input).join(''))
const at = (section: number, place: number): Part => ({ kind: 'field', section, field: place })

describe('arranging a form', () => {
  it('moves a field in front of another one, forwards, backwards and into another section', () => {
    expect(places(movePart(layout, at(0, 0), at(0, 2)))).toEqual(['bac', 'd'])
    expect(places(movePart(layout, at(0, 2), at(0, 0)))).toEqual(['cab', 'd'])
    expect(places(movePart(layout, at(0, 1), at(1, 0)))).toEqual(['ac', 'bd'])
    expect(places(movePart(layout, at(0, 1), { kind: 'section', section: 1 }))).toEqual(['ac', 'db'])
    expect(movePart(layout, at(0, 1), { kind: 'result', result: 0 })).toBeUndefined()
  })

  it('steps over the edges of sections and stops at those of the form', () => {
    expect(places(stepPart(layout, at(0, 0), 'down'))).toEqual(['bac', 'd'])
    const over = stepPart(layout, at(0, 2), 'down')
    expect(places(over)).toEqual(['ab', 'cd'])
    expect(over?.part).toEqual(at(1, 0))
    expect(places(stepPart(layout, at(1, 0), 'up'))).toEqual(['abcd', ''])
    expect(stepPart(layout, at(0, 0), 'up')).toBeUndefined()
    expect(stepPart(layout, at(1, 0), 'down')).toBeUndefined()
    expect(stepPart(layout, { kind: 'section', section: 0 }, 'down')?.layout.sections[0]?.key).toBe('second')
  })

  it('keeps the last section', () => {
    const [only] = layout.sections
    const one = { ...layout, sections: only === undefined ? [] : [only] }
    expect(withoutPart(one, { kind: 'section', section: 0 })).toBe(one)
  })
})

it('takes letters typed into one field back in one step', () => {
  const start = { past: [], present: layout, future: [], about: undefined }
  const typed = (history: Parameters<typeof takeStep>[0], title: string, about: string) =>
    takeStep(history, { kind: 'change', edit: (before) => ({ ...before, title: { en: title } }), about })
  const twice = typed(typed(typed(start, 'P', 'title'), 'Pr', 'title'), 'Other', 'intro')
  const back = takeStep(twice, { kind: 'undo' })
  expect(back.present.title).toEqual({ en: 'Pr' })
  expect(takeStep(back, { kind: 'undo' }).present).toBe(layout)
  expect(takeStep(back, { kind: 'redo' }).present.title).toEqual({ en: 'Other' })
  expect(typed(back, 'New', 'title').future).toEqual([])
})
