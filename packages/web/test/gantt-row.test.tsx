import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { barsOf, type GanttTask } from '../src/ui/gantt/gantt-task.ts'
import { GanttRow } from '../src/ui/gantt/GanttRow.tsx'
import { scaleFor } from '../src/ui/gantt/gantt-scale.ts'

const today = Date.UTC(2026, 2, 15)
const dated = { id: 'a', name: 'Motor', start: '2026-03-01', end: '2026-03-20', progress: 40 }

function drawn(task: GanttTask): string {
  const [bar] = barsOf([task], today)
  if (bar === undefined) throw new Error('no bar')
  const nothing = () => undefined
  return renderToStaticMarkup(
    <MantineProvider>
      <GanttRow
        bar={bar}
        change={undefined}
        scale={scaleFor('Month', [bar], today)}
        labelWidth={200}
        isActive
        isGrabbed={false}
        describe={({ task: { name }, invalid }) => `${name}${invalid ? ', without dates' : ''}`}
        onFocus={nothing}
        onKeyDown={nothing}
        onContextMenu={nothing}
        onPointerDown={nothing}
        onPointerMove={nothing}
        onPointerUp={nothing}
        onPointerCancel={nothing}
      />
    </MantineProvider>,
  )
}

const parts = (markup: string) => [...markup.matchAll(/data-part="(\w+)"/g)].map(([, part]) => part)

test('a task with both dates has a progress bar and handles for start, end and progress', () => {
  const markup = drawn(dated)
  expect(markup).toContain('width:40%')
  expect(markup).toContain('40%')
  expect(parts(markup)).toEqual(['start', 'end', 'progress'])
  expect(markup).toContain('aria-keyshortcuts')
})

test.each([
  ['no end', { name: 'Motor', start: '2026-03-01', progress: 40 }],
  ['no start', { name: 'Motor', end: '2026-03-01', progress: 40 }],
  ['no dates', { name: 'Motor', progress: 40 }],
  ['an end that is dropped', { name: 'Motor', start: '2026-03-01', end: '2036-03-02', progress: 40 }],
])('a task with %s has no progress bar and nothing to drag', (_, task) => {
  const markup = drawn(task)
  expect(markup).toContain('data-invalid')
  expect(markup).toContain('Motor, without dates')
  expect(markup).not.toContain('40')
  expect(parts(markup)).toEqual([])
  expect(markup).not.toContain('aria-keyshortcuts')
})

test('a task that the reader may not change shows its progress and has no handles', () => {
  const markup = drawn({ ...dated, locked: true })
  expect(markup).toContain('width:40%')
  expect(parts(markup)).toEqual([])
})

test('bars are 20 high in rows of 38, half of the padding of 18 above them', () => {
  const markup = drawn(dated)
  expect(markup).toContain('height:20px;top:9px')
  expect(markup).toContain('height:38px')
})

test('class, own drawing, padding of the label, label click and menu are those of the task', () => {
  const plain = drawn(dated)
  expect(plain).toContain('<span>Motor</span>')
  expect(plain).not.toContain('aria-haspopup')
  const rich = drawn({
    ...dated,
    custom_class: 'archived',
    customBar: ({ progress }) => <b>{`${progress} of 100`}</b>,
    barLabelPadding: 7,
    on_label_click: () => undefined,
    on_open_menu: () => undefined,
  })
  expect(rich).toMatch(/class="[^"]*archived"/)
  expect(rich).toContain('<b>40 of 100</b>')
  expect(rich).not.toContain('width:40%')
  expect(rich).toContain('padding-left:7px')
  expect(rich).toMatch(/<button[^>]*title="Motor"[^>]*>Motor<\/button>/)
  expect(rich).toContain('aria-haspopup="menu"')
})
