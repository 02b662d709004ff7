import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'react-intl'
import { expect, it } from 'vitest'
import { RelativeMoment } from '../src/ui/Moment.tsx'

/** What is shown of a moment ten minutes ago. */
function shown(locale: string, short: boolean): string {
  const value = new Date(Date.now() - 10 * 60_000).toISOString()
  const markup = renderToStaticMarkup(
    <MantineProvider>
      <IntlProvider locale={locale}>
        <RelativeMoment value={value} short={short} />
      </IntlProvider>
    </MantineProvider>,
  )
  return markup.replace(/<style.*?<\/style>/gs, '').replaceAll(/<[^>]+>/g, '')
}

it('shortens how long ago something was in English', () => {
  expect([shown('en', false), shown('en', true)]).toEqual(['10 minutes ago', '10m ago'])
})

it('writes it the same everywhere in Japanese, with the blank beside numbers', () => {
  expect([shown('ja', false), shown('ja', true)]).toEqual(['10 分前', '10 分前'])
})
