import { desc, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { insertProduct, listProducts, type ProductPage } from '../../src/features/products/product.store.ts'
import type { ProductReader } from '../../src/features/products/product.access.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import { newId } from '../../src/platform/db/new-id.ts'
import { products } from '../../src/platform/db/schema/products.ts'
import { newTenant, useTestDatabase } from '../support/test-database.ts'

const database = useTestDatabase()

const page: ProductPage = { page: 1, pageSize: 10, sort: '-name', order: desc(products.name), filters: [] }

it('shows each reader their own products, however often and on whatever connection the statement was used', async () => {
  const db = openDatabase(database.app, { log: pino({ level: 'silent' }), maxConnections: 1 })
  const makeTenant = async (label: string) => {
    const tenant = await newTenant(db)
    const [ann, ben] = [newId(), newId()]
    await db.inTenant(tenant, async (tx) => {
      for (const [id, name] of [
        [ann, 'ann'],
        [ben, 'ben'],
      ]) {
        await tx.q.execute(sql`INSERT INTO users (tenant_id, id, email, username, full_name)
          VALUES (${tenant}, ${id}, ${`${name}@x.test`}, ${name}, ${name})`)
      }
      const product = { category: [], description: '', launchDate: null, startDate: null, coverHash: null }
      const shared = await insertProduct(tx, { ...product, name: `${label} of Ann`, ownerId: ann })
      await insertProduct(tx, { ...product, name: `${label} of Ben`, ownerId: ben })
      await tx.q.execute(sql`INSERT INTO user_groups (tenant_id, label) VALUES (${tenant}, 'user:pf.motor')`)
      await tx.q.execute(sql`INSERT INTO entity_permissions
        (tenant_id, id, entity_type, entity_id, product_id, group_label, level, granted_by)
        VALUES (${tenant}, ${newId()}, 'product', ${shared}, ${shared}, 'user:pf.motor', 1, ${ann})`)
    })
    const seen = (reader: ProductReader, more: Partial<ProductPage> = {}) =>
      db.inTenant(tenant, async (tx) => {
        const { items, count } = await listProducts(tx, reader, { ...page, ...more })
        return [count, ...items.map(({ name }) => name)]
      })
    return { ann, ben, seen }
  }
  const [first, second] = [await makeTenant('First'), await makeTenant('Second')]
  for (let round = 0; round < 8; round++) {
    for (const [label, { ann, ben, seen }] of [
      ['First', first],
      ['Second', second],
    ] as const) {
      const all = [2, `${label} of Ben`, `${label} of Ann`]
      expect(await seen({ userId: ann, groups: [], seesAll: false })).toEqual([1, `${label} of Ann`])
      expect(await seen({ userId: ben, groups: ['user:pf.forms'], seesAll: false })).toEqual([1, `${label} of Ben`])
      expect(await seen({ userId: ben, groups: ['user:pf.motor'], seesAll: false })).toEqual(all)
      expect(await seen({ userId: ben, groups: ['a', 'user:pf.motor'], seesAll: false })).toEqual(all)
      expect(await seen({ userId: newId(), groups: [], seesAll: true })).toEqual(all)
      expect(await seen({ userId: newId(), groups: [], seesAll: true }, { page: 2, pageSize: 1 })).toEqual([
        2,
        `${label} of Ann`,
      ])
      expect(await seen({ userId: newId(), groups: [], seesAll: true }, { page: 9 })).toEqual([2])
    }
  }
  await db.close()
})
