import { expect, it } from 'vitest'
import { driveLoad } from '../support/load-driver.ts'

it('computes rightly and loses no call while versions are published, limits exceeded and the server killed', async () => {
  const outcome = await driveLoad({ callers: 4, seconds: 8 })
  expect(outcome.wrong).toEqual([])
  expect(outcome.missing).toEqual([])
  expect(outcome.failures).toEqual([])
  expect(outcome.answered).toBeGreaterThan(0)
})
