import { describe, expect, it } from 'vitest'
import { prepareDatabase } from '../../src/platform/db/prepare.ts'
import { StartupError } from '../../src/startup-error.ts'
import { createEmptyDatabase } from '../support/test-database.ts'
import { startPooler } from '../support/transaction-pooler.ts'

describe('a pooler between server and database', () => {
  it.each(['transaction', 'statement'] as const)('is refused when it shares sessions by %s', async (mode) => {
    const { owner, drop } = await createEmptyDatabase()
    const pooler = await startPooler(owner, mode)
    try {
      const preparing = prepareDatabase(pooler, undefined)
      await expect(preparing).rejects.toThrow(StartupError)
      await expect(preparing).rejects.toThrow(
        /pooler that shares sessions between connections \(PgBouncer with pool_mode = transaction.*directly/,
      )
    } finally {
      await pooler.close()
      await drop()
    }
  })

  it('is taken when every connection has a session of its own', async () => {
    const { owner, drop } = await createEmptyDatabase()
    const pooler = await startPooler(owner, 'session')
    try {
      // The role of the server signs in by itself, so it is given directly.
      const { app } = await prepareDatabase(owner, undefined)
      expect((await prepareDatabase(pooler, app)).applied).toEqual([])
    } finally {
      await pooler.close()
      await drop()
    }
  })
})
