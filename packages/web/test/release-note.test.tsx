import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ReleaseNote } from '../src/features/system/parts/ReleaseNote.tsx'

/** The tags of a note without attributes; `div` and `span` are only layout. */
function shown(note: string): string {
  const markup = renderToStaticMarkup(
    <MantineProvider>
      <ReleaseNote note={note} />
    </MantineProvider>,
  )
  return markup
    .replace(/<style.*?<\/style>/gs, '')
    .replaceAll(/<\/?(?:div|span)[^>]*>/g, '')
    .replaceAll(/<(\w+)[^>]*>/g, '<$1>')
}

it('shows headings with the points below them', () => {
  expect(shown('### Numbers\n\n- one\n- two\n\n### Pages\n\n- three')).toBe(
    '<h3>Numbers</h3><ul><li>one</li><li>two</li></ul><h3>Pages</h3><ul><li>three</li></ul>',
  )
})

it('shows code, bold text and emphasis without their marks', () => {
  expect(shown('`A1*B1*C1` in **bold** and *the call log*.')).toBe(
    '<p><code>A1*B1*C1</code> in <strong>bold</strong> and <em>the call log</em>.</p>',
  )
})

it('leaves single asterisks as they are', () => {
  expect(shown('2 * 3 * 4 and 5*6')).toBe('<p>2 * 3 * 4 and 5*6</p>')
})
