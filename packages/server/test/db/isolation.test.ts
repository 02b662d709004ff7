import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { newTenant, useTestDatabase } from '../support/test-database.ts'

const database = useTestDatabase()

describe('tenant isolation', () => {
  it('shows no tenant rows to a transaction without a tenant', async () => {
    const { db } = database
    const tenant = await newTenant(db)
    await db.inTenant(tenant, (tx) =>
      tx.q.execute(sql`INSERT INTO user_groups (tenant_id, label) VALUES (${tenant}, 'supervisor:pf')`),
    )
    const seen = await db.inSystem((tx) => tx.q.execute(sql`SELECT * FROM user_groups`))
    expect(seen.rows).toEqual([])
  })
})
