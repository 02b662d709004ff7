import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { RefreshingQueryClient } from '../src/platform/api/refreshing-query-client.ts'

const key = ['documents', 'page', 'favourites']

/** A list that is read when it is asked for, and answered when the test says so. */
function slowList(client: RefreshingQueryClient) {
  const stored: string[] = []
  const answers: (() => void)[] = []
  const list = {
    queryKey: key,
    queryFn: () => {
      const read = [...stored]
      return new Promise<string[]>((resolve) => answers.push(() => resolve(read)))
    },
    retry: false,
  }
  return { list, stored, answers, shown: () => client.getQueryData(key) }
}

test('a list that was asked for before a change, and answered after it, is loaded again', async () => {
  const client = new RefreshingQueryClient()
  const { list, stored, answers, shown } = slowList(client)
  const stop = new QueryObserver(client, list).subscribe(() => {})

  stored.push('page.html')
  const refreshed = client.invalidateQueries({ queryKey: ['documents'] })
  answers[0]?.()
  await expect.poll(() => answers.length).toBe(2)
  expect(shown()).toEqual([])
  answers[1]?.()
  await refreshed
  expect(shown()).toEqual(['page.html'])
  expect(client.getQueryState(key)?.isInvalidated).toBe(false)
  stop()
})

test('a list that nobody looks at any more is loaded again when it is shown', async () => {
  const client = new RefreshingQueryClient()
  const { list, stored, answers } = slowList(client)
  const loaded = client.prefetchQuery(list)

  stored.push('page.html')
  const refreshed = client.invalidateQueries({ queryKey: ['documents'] })
  answers[0]?.()
  await loaded
  await refreshed
  expect(answers).toHaveLength(1)
  expect(client.getQueryState(key)?.isInvalidated).toBe(true)
})

test('many changes while a list loads load it again once', async () => {
  const client = new RefreshingQueryClient()
  const { list, stored, answers, shown } = slowList(client)
  const stop = new QueryObserver(client, list).subscribe(() => {})

  stored.push('a.html')
  const first = client.invalidateQueries({ queryKey: ['documents'] })
  stored.push('b.html')
  const second = client.invalidateQueries({ queryKey: key })
  answers[0]?.()
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.()
  await Promise.all([first, second])
  expect(answers).toHaveLength(2)
  expect(shown()).toEqual(['a.html', 'b.html'])
  stop()
})

test('a list that failed is not loaded again', async () => {
  const client = new RefreshingQueryClient()
  let asked = 0
  let fail = () => {}
  const queryFn = () => {
    asked++
    return new Promise((_, reject) => {
      fail = () => reject(new Error('Not there'))
    })
  }
  const stop = new QueryObserver(client, { queryKey: key, queryFn, retry: false }).subscribe(() => {})
  const refreshed = client.invalidateQueries({ queryKey: key })
  fail()
  await refreshed
  expect(asked).toBe(1)
  stop()
})

test('an answered list is loaded once, and other lists not at all', async () => {
  const client = new RefreshingQueryClient()
  const { list, answers } = slowList(client)
  const stop = new QueryObserver(client, list).subscribe(() => {})
  await client.invalidateQueries({ queryKey: ['products'] })
  answers[0]?.()
  await expect.poll(() => client.getQueryState(key)?.fetchStatus).toBe('idle')

  const refreshed = client.invalidateQueries({ queryKey: ['documents'] })
  answers[1]?.()
  await refreshed
  expect(answers).toHaveLength(2)
  stop()
})
