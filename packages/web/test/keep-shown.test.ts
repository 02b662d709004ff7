import { ApiError } from '@sheetwright/contract/api-error.ts'
import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { createKeepingCache } from '../src/platform/api/keep-shown.ts'

const unreachable = new ApiError('UNABLE_TO_CONNECT', 'The server could not be reached', { status: 0 })
const broken = new ApiError('INTERNAL_SERVER_ERROR', 'Something went wrong', { status: 500 })
const forbidden = new ApiError('FORBIDDEN', 'You may not do this', { status: 403 })
const deleted = new ApiError('ENGINE_NOT_FOUND', 'The engine was not found', { status: 404 })

/** The state of a query that was answered, and whose refetch then fails. */
async function afterFailure(failure: Error, meta: { momentary?: boolean } = {}) {
  const client = new QueryClient({ queryCache: createKeepingCache() })
  let asked = 0
  const queryFn = async () => {
    if (asked++ > 0) throw failure
    return 'first answer'
  }
  const observer = new QueryObserver(client, { queryKey: ['engine'], queryFn, retry: false, meta })
  const stop = observer.subscribe(() => {})
  await expect.poll(() => observer.getCurrentResult().data).toBe('first answer')
  await client.invalidateQueries({ queryKey: ['engine'] })
  expect(asked).toBe(2)
  stop()
  return { ...observer.getCurrentResult(), isInvalidated: client.getQueryState(['engine'])?.isInvalidated }
}

test.each([unreachable, broken])(
  'a page keeps what it shows when the server fails for the moment: $code',
  async (failure) => {
    const { isError, data, isInvalidated } = await afterFailure(failure)
    expect({ isError, data }).toEqual({ isError: false, data: 'first answer' })
    expect(isInvalidated, 'loaded again when it is shown again').toBe(true)
  },
)

test.each([forbidden, deleted])('a refusal replaces the page: $code', async (failure) => {
  const { isError, error } = await afterFailure(failure)
  expect({ isError, error }).toEqual({ isError: true, error: failure })
})

test('a measurement of this moment is not kept', async () => {
  expect((await afterFailure(unreachable, { momentary: true })).isError).toBe(true)
})

test('a page that was never loaded shows its failure', async () => {
  const client = new QueryClient({ queryCache: createKeepingCache() })
  const observer = new QueryObserver(client, {
    queryKey: ['engine'],
    queryFn: () => Promise.reject(broken),
    retry: false,
  })
  const stop = observer.subscribe(() => {})
  await expect.poll(() => observer.getCurrentResult().error).toBe(broken)
  stop()
})

test('an endless list whose next page fails does not look as if that page could be asked for at once', async () => {
  const client = new QueryClient({ queryCache: createKeepingCache() })
  const observer = new InfiniteQueryObserver(client, {
    queryKey: ['products'],
    queryFn: ({ pageParam }) => (pageParam === 1 ? Promise.resolve(['a']) : Promise.reject(unreachable)),
    initialPageParam: 1,
    getNextPageParam: (_page, pages) => pages.length + 1,
    retry: false,
  })
  const stop = observer.subscribe(() => {})
  await expect.poll(() => observer.getCurrentResult().data?.pages).toEqual([['a']])
  expect((await observer.fetchNextPage()).isFetchNextPageError).toBe(true)
  stop()
})
