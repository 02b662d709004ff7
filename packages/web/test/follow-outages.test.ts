import { ApiError } from '@sheetwright/contract/api-error.ts'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { followOutages } from '../src/app/follow-outages.ts'
import { createKeepingCache } from '../src/platform/api/keep-shown.ts'

const unreachable = new ApiError('UNABLE_TO_CONNECT', 'The server could not be reached', { status: 0 })

/** A page that shows two answers, and what is announced on it. */
async function start() {
  const client = new QueryClient({ queryCache: createKeepingCache(), defaultOptions: { queries: { retry: false } } })
  const announced: string[] = []
  const stop = followOutages(client, (error) => {
    announced.push(error.message)
    return () => announced.push('ended')
  })
  const show = async (name: string) => {
    const query = { isFailing: false, asked: 0, hide: () => undefined as void }
    const observer = new QueryObserver(client, {
      queryKey: [name],
      queryFn: async () => {
        query.asked++
        if (query.isFailing) throw unreachable
        return name
      },
    })
    query.hide = observer.subscribe(() => {})
    await expect.poll(() => observer.getCurrentResult().data).toBe(name)
    return Object.assign(query, { load: () => client.refetchQueries({ queryKey: [name] }) })
  }
  return { announced, stop, jobs: await show('jobs'), runs: await show('runs') }
}

test('polls that fail again and again are announced once, also while other queries succeed', async () => {
  const { announced, jobs, runs } = await start()
  jobs.isFailing = true
  for (let poll = 0; poll < 3; poll++) {
    await jobs.load()
    await runs.load()
  }
  runs.isFailing = true
  await runs.load()
  expect(announced).toEqual([unreachable.message])
})

test('the announcement ends when everything was loaded again, and the next outage is announced again', async () => {
  const { announced, jobs, runs } = await start()
  jobs.isFailing = runs.isFailing = true
  await jobs.load()
  await runs.load()
  jobs.isFailing = false
  await jobs.load()
  expect(announced).toEqual([unreachable.message])
  runs.isFailing = false
  await runs.load()
  expect(announced).toEqual([unreachable.message, 'ended'])
  runs.isFailing = true
  await runs.load()
  expect(announced).toEqual([unreachable.message, 'ended', unreachable.message])
})

test('the announcement ends when the page that failed is left', async () => {
  const { announced, jobs } = await start()
  jobs.isFailing = true
  await jobs.load()
  jobs.hide()
  expect(announced).toEqual([unreachable.message, 'ended'])
})

test('what failed is loaded again when the server answers something else', async () => {
  const { announced, jobs, runs } = await start()
  jobs.isFailing = true
  await jobs.load()
  jobs.isFailing = false
  await runs.load()
  expect(jobs.asked, 'not at once, or a broken call would be made all the time').toBe(2)
  const later = Date.now() + 11_000
  vi.spyOn(Date, 'now').mockReturnValue(later)
  await runs.load()
  vi.restoreAllMocks()
  await expect.poll(() => announced).toEqual([unreachable.message, 'ended'])
})
