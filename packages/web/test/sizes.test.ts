import { createIntl } from 'react-intl'
import { expect, it } from 'vitest'
import { sizesIn } from '../src/ui/use-sizes.ts'

it.each([
  [0, '0 ms'],
  [0.0296, '0.03 ms'],
  [0.284, '0.3 ms'],
  [1234.56, '1,234.6 ms'],
])('%d milliseconds are %s', (count, shown) => {
  expect(sizesIn(createIntl({ locale: 'en' })).millis(count)).toBe(shown)
})
