import { expect, it } from 'vitest'
import { adminPlaces, mainEntries } from '../src/app/menu.ts'
import { places } from '../src/app/navigation.ts'

it.each([...mainEntries, ...adminPlaces].filter(({ to }) => places.some(({ path }) => path === to)))(
  'the page $to is open to those who have its menu entry',
  ({ to, permission, flag }) => {
    expect(places.find(({ path }) => path === to)).toMatchObject(
      JSON.parse(JSON.stringify({ permission, flag })) as object,
    )
  },
)
