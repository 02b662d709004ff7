import { coverAspect } from '@sheetwright/contract/products/cover-image.ts'
import type { Product } from '@sheetwright/contract/products/product.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseSearch, stringifySearch } from '../src/app/search-text.ts'
import { currentPlace, shareLink } from '../src/app/current-place.ts'
import { withFavourite, withStatus } from '../src/features/products/cached-products.ts'
import { catalogueFromSearch, catalogueToSearch, productSortFields } from '../src/features/products/catalogue-state.ts'
import { cropArea, dragged } from '../src/features/products/crop.ts'
import { nameProblem } from '../src/platform/messages/name-problem.ts'
import { clampWidth } from '../src/ui/table/column-widths.ts'
import { cycleSort, sortFromText, sortToText } from '../src/ui/table/sort.ts'

describe('sorting', () => {
  test('a heading cycles ascending, descending, none', () => {
    const first = cycleSort(null, 'name')
    const second = cycleSort(first, 'name')
    expect([first, second, cycleSort(second, 'name')]).toEqual([
      { field: 'name', direction: 'asc' },
      { field: 'name', direction: 'desc' },
      null,
    ])
  })

  test('another heading starts anew', () => {
    expect(cycleSort({ field: 'name', direction: 'desc' }, 'status')).toEqual({ field: 'status', direction: 'asc' })
  })

  test('is written with a minus for descending; unknown fields are ignored', () => {
    expect(sortToText({ field: 'name', direction: 'desc' })).toBe('-name')
    expect(sortFromText('-name', ['name'])).toEqual({ field: 'name', direction: 'desc' })
    expect(sortFromText('--name', ['name'])).toBeNull()
    expect(sortFromText('owner', ['name'])).toBeNull()
  })
})

describe('address of the catalogue', () => {
  test('every state survives its address', () => {
    const state = fc.record({
      view: fc.constantFrom('grid' as const, 'list' as const),
      filter: fc.record({
        name: fc.string({ unit: 'grapheme' }),
        favourites: fc.boolean(),
        shared: fc.boolean(),
        categories: fc.uniqueArray(fc.constantFrom('Life', '自動車', 'a b', 'x&y=z')),
      }),
      sort: fc.option(
        fc.record({
          field: fc.constantFrom(...productSortFields),
          direction: fc.constantFrom('asc' as const, 'desc' as const),
        }),
      ),
      page: fc.integer({ min: 1, max: 1000 }),
    })
    fc.assert(
      fc.property(state, (given) => {
        const address = stringifySearch({ ...catalogueToSearch(given) })
        expect(catalogueFromSearch(parseSearch(address))).toEqual(given)
      }),
      { seed: 20_261_115 },
    )
  })

  test('the plain catalogue has a plain address, and nonsense in one is ignored', () => {
    const plain = catalogueFromSearch({ view: 'x', page: '-3', sort: 'secret', favourites: 'maybe' })
    expect(stringifySearch({ ...catalogueToSearch(plain) })).toBe('')
  })
})

describe('favourites', () => {
  const product = (id: string) => ({ id, isStarred: false }) as Product

  test('change wherever the product was read', () => {
    const page = { items: [product('a'), product('b')], count: 2 }
    expect(withFavourite(product('a'), 'a', true)).toMatchObject({ isStarred: true })
    expect(withFavourite(page, 'b', true)).toMatchObject({
      items: [{ isStarred: false }, { isStarred: true }],
      count: 2,
    })
    expect(withFavourite({ pages: [page], pageParams: [1] }, 'a', true)).toMatchObject({
      pages: [{ items: [{ isStarred: true }, { isStarred: false }] }],
      pageParams: [1],
    })
    expect(withFavourite(undefined, 'a', true)).toBeUndefined()
    expect(withFavourite(product('b'), 'a', true)).toMatchObject({ isStarred: false })
  })
})

describe('statuses', () => {
  test('change wherever the product was read, and lists of other things stay', () => {
    const product = { id: 'a', status: 'Design' } as Product
    expect(withStatus({ items: [product], count: 1 }, 'a', 'Production')).toMatchObject({
      items: [{ status: 'Production' }],
    })
    const categories = [{ key: 'a' }]
    expect(withStatus(categories, 'a', 'Production')).toBe(categories)
  })
})

describe('cutting out a cover', () => {
  const sizes = fc.record({ width: fc.integer({ min: 1, max: 9000 }), height: fc.integer({ min: 1, max: 9000 }) })
  const share = fc.double({ min: 0, max: 1, noNaN: true })
  const crops = fc.record({ zoom: fc.double({ min: 1, max: 4, noNaN: true }), across: share, down: share })

  test('stays inside the picture and keeps the shape of covers, also when dragged far', () => {
    fc.assert(
      fc.property(sizes, crops, fc.integer(), fc.integer(), (size, crop, x, y) => {
        for (const each of [crop, dragged(size, crop, { x, y })]) {
          const area = cropArea(size, each)
          expect(Math.min(area.left, area.top)).toBeGreaterThanOrEqual(-1e-6)
          expect(area.left + area.width).toBeLessThanOrEqual(size.width + 1e-6)
          expect(area.top + area.height).toBeLessThanOrEqual(size.height + 1e-6)
          expect(area.width / area.height).toBeCloseTo(coverAspect, 6)
        }
      }),
      { seed: 20_261_115 },
    )
  })

  test('follows the hand', () => {
    const size = { width: 1200, height: 1000 }
    const crop = { zoom: 2, across: 0.5, down: 0.5 }
    const before = cropArea(size, crop)
    const after = cropArea(size, dragged(size, crop, { x: 100, y: -50 }))
    expect([after.left - before.left, after.top - before.top].map(Math.round)).toEqual([-100, 50])
  })
})

describe('product names', () => {
  test.each([
    ['', 'Name.required'],
    ['   ', 'Name.required'],
    ['a/b', 'Name.forbidden'],
    ['..', 'Name.dotsAlone'],
    [' . ', 'Name.dotsAlone'],
    ['v1.0', null],
    ['x'.repeat(121), 'Name.tooLong'],
    ['x'.repeat(120), null],
    ['自動車保険 2026', null],
  ])('%j: %s', (name, problem) => {
    expect(nameProblem(name)).toBe(problem)
  })
})

describe('places', () => {
  test('a product is recognised in shared and plain addresses', () => {
    expect(currentPlace('/products/Motor%20premium/x')).toMatchObject({ productId: 'Motor premium', shared: false })
    expect(currentPlace('/shared/products/1')).toMatchObject({ productId: '1', shared: true })
    expect(currentPlace('/admin')).toMatchObject({ productId: undefined, admin: true })
    expect(currentPlace('/administrators').admin).toBe(false)
  })

  test('the link to share leads to the same kind of page', () => {
    expect(shareLink('https://s.example', currentPlace('/products/a%20b'))).toBe('https://s.example/products/a%20b')
    expect(shareLink('https://s.example', currentPlace('/shared/products/1'))).toBe(
      'https://s.example/shared/products/1',
    )
  })
})

describe('column widths', () => {
  test('stay usable', () => {
    expect([-5, 64, 100.6, 5000].map(clampWidth)).toEqual([64, 64, 101, 960])
  })
})
