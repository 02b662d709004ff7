import { MantineProvider } from '@mantine/core'
import { IntlProvider } from 'react-intl'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import english from '../src/platform/messages/en.json' with { type: 'json' }
import { Chart } from '../src/ui/chart/Chart.tsx'
import { ChartTable } from '../src/ui/chart/ChartTable.tsx'
import { axisText, extremesOf } from '../src/ui/chart/chart-data.ts'

const data = {
  kind: 'line',
  x: { label: 'Age', unit: 'years' },
  y: { label: 'Premium', unit: 'JPY' },
  points: [20, 30, 40],
  series: [
    { name: 'Now', values: [900, null, 1500.5] },
    { name: 'Before', values: [null, 1200, 1400] },
  ],
} as const

test('a chart says in words what it shows', () => {
  const markup = renderToStaticMarkup(
    <IntlProvider locale="en" messages={english}>
      <MantineProvider>
        <Chart title="Premium by age" {...data} />
      </MantineProvider>
    </IntlProvider>,
  )
  expect(markup).toContain('Line chart of Now, Before by Age (years), 3 points.')
  expect(markup).toContain('Lowest value 900 at 20, highest 1,500.5 at 40.')
})

test('the table behind a chart has every value and leaves gaps empty', () => {
  const markup = renderToStaticMarkup(
    <ChartTable title="Premium by age" {...data} formatValue={String} formatPoint={String} />,
  )
  const cells = [...markup.matchAll(/<t[dh](?: [^>]*)?>([^<]*)</g)].map(([, content]) => content)
  expect(cells.join('|')).toBe('Age (years)|Now (JPY)|Before (JPY)|20|900||30||1200|40|1500.5|1400')
})

test('a chart without values has no extremes', () => {
  expect(extremesOf({ points: [1], series: [{ name: 'A', values: [null] }] })).toBeUndefined()
  expect(axisText({ label: 'Age' })).toBe('Age')
})
