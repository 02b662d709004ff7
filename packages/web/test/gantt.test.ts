import { describe, expect, test } from 'vitest'
import { type DragPart, dragBar, graphOf, movedTogether } from '../src/ui/gantt/gantt-drag.ts'
import {
  ganttDefaults,
  ganttRowHeight,
  millisOf,
  modeColumns,
  scaleFor,
  ticksBetween,
  viewModes,
  xOf,
} from '../src/ui/gantt/gantt-scale.ts'
import { barsOf, dayMillis, type GanttTask } from '../src/ui/gantt/gantt-task.ts'
import { monthLanguage, monthLanguages, monthNames } from '../src/ui/gantt/month-names.ts'

const today = Date.UTC(2026, 4, 20)
const hour = 3_600_000

function barOf(task: Partial<GanttTask>) {
  const [bar] = barsOf([{ name: 'Task', ...task }], today)
  if (bar === undefined) throw new Error('no bar')
  return bar
}

const iso = (moment: number) => new Date(moment).toISOString().slice(0, 16)

describe('dates of a task', () => {
  test('a task has both dates; an end at midnight is extended by 24 hours', () => {
    const bar = barOf({ start: '2026-03-01', end: '2026-03-10' })
    expect([iso(bar.start), iso(bar.end), bar.invalid]).toEqual(['2026-03-01T00:00', '2026-03-11T00:00', false])
  })

  test('an end with a time of day stays as it is', () => {
    const bar = barOf({ start: '2026-03-01', end: '2026-03-10T15:30Z' })
    expect(iso(bar.end)).toBe('2026-03-10T15:30')
  })

  test('a task with one date is invalid and spans 2 days', () => {
    const begun = barOf({ start: '2026-03-01' })
    expect([iso(begun.start), iso(begun.end), begun.invalid]).toEqual(['2026-03-01T00:00', '2026-03-03T00:00', true])
    const ended = barOf({ end: '2026-03-10' })
    expect([iso(ended.start), iso(ended.end), ended.invalid]).toEqual(['2026-03-09T00:00', '2026-03-11T00:00', true])
  })

  test('a task without dates is invalid and starts today for 2 days', () => {
    for (const task of [{}, { start: null, end: null }, { start: '', end: 'some day' }]) {
      const bar = barOf(task)
      expect([bar.start, bar.end, bar.invalid]).toEqual([today, today + 2 * dayMillis, true])
    }
  })

  test('an end more than 10 years after the start is dropped', () => {
    expect(barOf({ start: '2026-03-01', end: '2036-03-01' }).invalid).toBe(false)
    const bar = barOf({ start: '2026-03-01', end: '2036-03-02' })
    expect([bar.invalid, iso(bar.end)]).toEqual([true, '2026-03-03T00:00'])
  })

  test('an end before the start is dropped too', () => {
    expect(barOf({ start: '2026-03-02', end: '2026-03-01' }).invalid).toBe(true)
  })
})

describe('fields of a task', () => {
  test('an id is generated where it is missing, and never one that is taken', () => {
    const bars = barsOf([{ name: 'A' }, { name: 'A' }, { id: 'A-0', name: 'B' }], today)
    expect(new Set(bars.map(({ id }) => id)).size).toBe(3)
    expect(bars[2]?.id).toBe('A-0')
  })

  test('dependencies are a list or a text with commas', () => {
    expect(barOf({ dependencies: ' a, b,,c ' }).dependencies).toEqual(['a', 'b', 'c'])
    expect(barOf({ dependencies: ['a', 'b'] }).dependencies).toEqual(['a', 'b'])
    expect(barOf({}).dependencies).toEqual([])
  })

  test('progress is between 0 and 100', () => {
    expect([barOf({}), barOf({ progress: -3 }), barOf({ progress: 170 })].map(({ progress }) => progress)).toEqual([
      0, 0, 100,
    ])
  })
})

describe('view modes', () => {
  test('measures are those of the specification', () => {
    expect(ganttDefaults).toEqual({ headerHeight: 50, columnWidth: 10, step: 24, barHeight: 20, padding: 18 })
    expect(ganttRowHeight).toBe(38)
    expect(viewModes.map((mode) => [mode, modeColumns[mode].columnWidth, modeColumns[mode].step])).toEqual([
      ['Quarter Day', 38, 6],
      ['Half Day', 38, 12],
      ['Day', 38, 24],
      ['Week', 140, 168],
      ['Month', 200, 730],
      ['Quarter', 430, 730],
      ['Year', 200, 8760],
    ])
  })

  test.each(viewModes)('in mode %s a step is a column wide, and zooming widens it', (mode) => {
    const { columnWidth, step } = modeColumns[mode]
    const scale = scaleFor(mode, [], today)
    expect(xOf(scale, scale.from + step * hour)).toBeCloseTo(columnWidth, 9)
    expect(millisOf(scale, columnWidth)).toBeCloseTo(step * hour, 3)
    expect(scaleFor(mode, [], today, 1.5).columnWidth).toBeCloseTo(columnWidth * 1.5, 9)
  })

  test('without a mode a column of 10 stands for 24 hours', () => {
    const scale = scaleFor(undefined, [], today)
    expect(xOf(scale, scale.from + 24 * hour)).toBe(10)
  })

  test.each(viewModes)('in mode %s the chart has room for every bar and today, and ticks without a gap', (mode) => {
    const bars = barsOf([{ name: 'A', start: '2025-11-05', end: '2026-02-03' }], today)
    const scale = scaleFor(mode, bars, today)
    expect(scale.from).toBeLessThan(bars[0]?.start ?? 0)
    expect(scale.to).toBeGreaterThan(today)
    const width = xOf(scale, scale.to)
    const ticks = ticksBetween(scale, 'lower', [0, width], 'en')
    expect(ticks[0]?.x).toBe(0)
    ticks.slice(1).forEach((tick, i) => expect(tick.x).toBeCloseTo((ticks[i]?.x ?? 0) + (ticks[i]?.width ?? 0), 6))
    expect((ticks.at(-1)?.x ?? 0) + (ticks.at(-1)?.width ?? 0)).toBeCloseTo(width, 6)
  })

  test('the header names hours, days, weeks, months, quarters and years', () => {
    const labels = (mode: (typeof viewModes)[number], line: 'upper' | 'lower', language: 'en' | 'ja') => {
      const scale = { ...scaleFor(mode, [], today), from: Date.UTC(2026, 0, 1), to: Date.UTC(2027, 0, 1) }
      return ticksBetween(scale, line, [0, 900], language)
        .map(({ label }) => label)
        .slice(0, 3)
    }
    expect(labels('Quarter Day', 'lower', 'en')).toEqual(['00', '06', '12'])
    expect(labels('Half Day', 'upper', 'ja')).toEqual(['1月1日', '1月2日', '1月3日'])
    expect(labels('Day', 'lower', 'en')).toEqual(['1', '2', '3'])
    expect(labels('Week', 'lower', 'en').slice(1)).toEqual(['5 January', '12 January'])
    expect(labels('Month', 'lower', 'en')).toEqual(['January', 'February', 'March'])
    expect(labels('Month', 'upper', 'ja')).toEqual(['2026年'])
    expect(labels('Quarter', 'upper', 'en')).toEqual(['Q1 2026'])
    expect(labels('Year', 'lower', 'en')).toEqual(['2026'])
    expect(labels('Year', 'upper', 'en')).toEqual([])
  })

  test('month names are those of the six languages', () => {
    for (const language of monthLanguages) {
      const format = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' })
      const expected = Array.from({ length: 12 }, (_, month) => format.format(Date.UTC(2026, month, 1)))
      expect(monthNames[language].map((name) => name.toLocaleLowerCase(language))).toEqual(
        expected.map((name) => name.toLocaleLowerCase(language)),
      )
    }
    expect(['pt', 'fr-CA', 'ja-JP', 'de'].map(monthLanguage)).toEqual(['pt-BR', 'fr', 'ja', 'en'])
  })
})

describe('dragging', () => {
  const bars = barsOf(
    [
      { id: 'base', name: 'Base', start: '2026-02-01', end: '2026-05-31' },
      { id: 'next', name: 'Next', start: '2026-03-01', end: '2026-06-30', dependencies: 'base', progress: 50 },
      { id: 'last', name: 'Last', start: '2026-04-01', end: '2026-07-31', dependencies: 'next,other' },
      { id: 'other', name: 'Other', start: '2026-03-25', end: '2026-04-10' },
      { id: 'undated', name: 'Undated', dependencies: 'base' },
      { id: 'locked', name: 'Locked', start: '2026-03-01', end: '2026-04-10', locked: true },
    ],
    today,
  )
  const graph = graphOf(bars)
  const scale = scaleFor('Month', bars, today)
  const drag = (id: string, part: DragPart, days: number) => {
    const bar = bars.find((one) => one.id === id)
    if (bar === undefined) throw new Error(id)
    const changes = dragBar(graph, bar, part, days * dayMillis, scale)
    return Object.fromEntries(
      changes.map(({ id: changed, start, end, progress }) => [
        changed,
        `${iso(start).slice(5, 10)} ${iso(end - 1).slice(5, 10)} ${progress}`,
      ]),
    )
  }

  test('dependent tasks move with a dragged task, those without dates stay', () => {
    expect(movedTogether(graph, 'base').map(({ id }) => id)).toEqual(['base', 'next', 'last'])
    expect(drag('base', 'move', 5.2)).toEqual({
      base: '02-06 06-05 0',
      next: '03-06 07-05 50',
      last: '04-06 08-05 0',
    })
  })

  test('a bar cannot move before the start of what it depends on', () => {
    expect(drag('next', 'move', -60)).toEqual({ next: '02-22 06-23 50', last: '03-25 07-24 0' })
    expect(drag('last', 'move', -60)).toEqual({ last: '03-25 07-24 0' })
    expect(drag('next', 'start', -60)).toMatchObject({ next: '02-22 06-30 50' })
  })

  test('a dependent that the reader may not change stays, and is not left behind', () => {
    const [first, , third] = barsOf(
      [
        { id: 'a', name: 'A', start: '2026-05-01', end: '2026-08-01' },
        { id: 'b', name: 'B', start: '2026-05-11', end: '2026-08-01', dependencies: 'a', locked: true },
        { id: 'c', name: 'C', start: '2026-06-01', end: '2026-08-01', dependencies: 'b' },
      ],
      today,
    ).map((bar, _, all) => ({ bar, graph: graphOf(all) }))
    if (first === undefined || third === undefined) throw new Error('no bar')
    const changes = dragBar(first.graph, first.bar, 'move', 30 * dayMillis, scale)
    expect(changes.map(({ id, start }) => [id, iso(start)])).toEqual([['a', '2026-05-11T00:00']])
    expect(dragBar(third.graph, third.bar, 'move', -5 * dayMillis, scale)).toHaveLength(1)
  })

  test('a drag changes dates or progress, so that the other part can stay as somebody else has left it', () => {
    const alone = barsOf([{ id: 'a', name: 'A', start: '2026-05-01', end: '2026-08-01', progress: 20 }], 0)
    const [bar] = alone
    if (bar === undefined) throw new Error('no bar')
    const changed = (part: DragPart) => dragBar(graphOf(alone), bar, part, 10 * dayMillis, scale)[0]?.changed
    expect((['move', 'start', 'end', 'progress'] as const).map(changed)).toEqual([
      'dates',
      'dates',
      'dates',
      'progress',
    ])
  })

  test('a bar that starts too early already does not jump', () => {
    const early = barsOf(
      [
        { id: 'a', name: 'A', start: '2026-05-01', end: '2026-08-01' },
        { id: 'b', name: 'B', start: '2026-04-01', end: '2026-08-01', dependencies: 'a' },
      ],
      today,
    )
    const [, second] = early
    if (second === undefined) throw new Error('no bar')
    expect(dragBar(graphOf(early), second, 'move', -dayMillis, scale)).toEqual([])
    expect(iso(dragBar(graphOf(early), second, 'move', dayMillis, scale)[0]?.start ?? 0)).toBe('2026-04-02T00:00')
  })

  test('the handles change start and end, and a bar does not shrink below a column', () => {
    expect(drag('other', 'end', 10)).toEqual({ other: '03-25 04-20 0' })
    // A column stands for 730 hours, which is a little more than 30 days.
    expect(drag('base', 'end', -100)).toEqual({ base: '02-01 03-03 0' })
    expect(drag('base', 'start', 100)).toMatchObject({ base: '05-01 05-31 0', next: '05-29 09-27 50' })
    // It is narrower than a column already.
    expect(drag('other', 'end', -3)).toEqual({})
    expect(drag('other', 'start', 3)).toEqual({})
  })

  test('progress stays between nothing and the whole bar', () => {
    expect(drag('next', 'progress', 12.2)).toEqual({ next: '03-01 06-30 60' })
    expect(drag('next', 'progress', 500)).toEqual({ next: '03-01 06-30 100' })
    expect(drag('next', 'progress', -500)).toEqual({ next: '03-01 06-30 0' })
    expect(drag('next', 'progress', 0.1)).toEqual({})
  })

  test('nothing changes a task without dates or one that the reader may not change', () => {
    for (const part of ['move', 'start', 'end', 'progress'] as const) {
      expect(drag('undated', part, 9)).toEqual({})
      expect(drag('locked', part, 9)).toEqual({})
    }
  })
})
