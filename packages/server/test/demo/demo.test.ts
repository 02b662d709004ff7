import { expect, it } from 'vitest'
import { sql } from 'drizzle-orm'
import { queueDemo, startDemo } from '../../src/demo/start-demo.ts'
import { demoProducts } from '../../src/demo/demo-content.ts'
import { seedPeople } from '../../src/features/users/seed-people.ts'
import { engineCalls, engineVersions } from '../../src/platform/db/schema/engines.ts'
import { jobs } from '../../src/platform/db/schema/jobs.ts'
import { products } from '../../src/platform/db/schema/products.ts'
import { createPasswords } from '../../src/platform/identity/passwords.ts'
import { findTenantByName } from '../../src/platform/identity/tenants.store.ts'
import { waitForJob } from '../../src/platform/jobs/wait-for-job.ts'
import { useEngineServer } from '../engines/engine-server.ts'

const server = useEngineServer({ SHEETWRIGHT_BUILD_SECONDS: '80' })

it('fills the first tenant once, and again when asked to', { timeout: 600_000 }, async () => {
  const { services } = server()
  const { db, settings } = services
  await seedPeople(db, createPasswords(), settings.defaultTenant)
  const tenantId = (await db.inSystem((tx) => findTenantByName(tx, settings.defaultTenant)))?.id ?? ''
  const newestJob = () =>
    db.inTenant(tenantId, async (tx) => {
      const rows = await tx.q.select().from(jobs).orderBy(sql`created_at DESC`).limit(1)
      return rows[0]
    })
  const finished = async () => {
    const job = await newestJob()
    const wanted = { tenantId, userId: job?.userId ?? '', jobId: job?.id ?? '' }
    return waitForJob(services, wanted, new AbortController().signal)
  }
  const found = () =>
    db.inTenant(tenantId, async (tx) => ({
      names: (await tx.q.select({ name: products.name }).from(products).orderBy(products.name)).map(({ name }) => name),
      versions: await tx.q.$count(engineVersions, sql`state = 'Active'`),
      proven: await tx.q.$count(engineVersions, sql`blocked_because IS NULL`),
    }))
  const calls = () => db.inTenant(tenantId, (tx) => tx.q.$count(engineCalls, sql`at > now() - interval '1 hour'`))
  /** Number of days with calls in the weeks before, which a monthly chart shows. */
  const earlierDays = () =>
    db.inTenant(tenantId, async (tx) => {
      const { rows } = await tx.q.execute<{ days: number }>(sql`
        SELECT count(DISTINCT at::date)::int AS days FROM engine_calls WHERE at < now() - interval '1 hour'`)
      return rows[0]?.days
    })
  const expected = {
    names: demoProducts.map(({ name }) => name).toSorted(),
    versions: demoProducts.flatMap(({ releaseNotes }) => releaseNotes).length,
    proven: demoProducts.flatMap(({ releaseNotes }) => releaseNotes).length,
  }

  expect(await startDemo(services)).toBe(true)
  expect(await finished()).toMatchObject({ status: 'Success' })
  expect(await found()).toEqual(expected)
  const made = demoProducts.flatMap((product) => product.calls).length
  await expect.poll(calls, { timeout: 60_000 }).toBe(made)
  expect(await earlierDays()).toBe(35)

  const first = await newestJob()
  expect(await startDemo(services)).toBe(false)
  expect((await newestJob())?.id).toBe(first?.id)

  await queueDemo(services, { onlyWhenEmpty: false })
  expect(await finished()).toMatchObject({ status: 'Success' })
  expect(await found()).toEqual(expected)
  await expect.poll(calls, { timeout: 60_000 }).toBe(made)
})
