import type { ResultOf } from '@sheetwright/contract/call.ts'
import { ApiError } from '@sheetwright/contract/api-error.ts'
import { listAudit } from '@sheetwright/contract/audit/list-audit.ts'
import { createProduct } from '@sheetwright/contract/products/create-product.ts'
import { deleteProduct } from '@sheetwright/contract/products/delete-product.ts'
import { undeleteProduct } from '@sheetwright/contract/products/undelete-product.ts'
import { getProduct } from '@sheetwright/contract/products/get-product.ts'
import { listProducts } from '@sheetwright/contract/products/list-products.ts'
import { markFavouriteProduct } from '@sheetwright/contract/products/mark-favourite-product.ts'
import { updateProduct } from '@sheetwright/contract/products/update-product.ts'
import { saveUserGroupSetting } from '@sheetwright/contract/user-groups/save-user-group-setting.ts'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { purgeProducts } from '../../src/features/products/purge-products.schedule.ts'
import { products } from '../../src/platform/db/schema/products.ts'
import { type SignedIn, useTestServer } from '../support/test-server.ts'

const server = useTestServer()

const create = ({ client }: SignedIn, Name: string, more: { Category?: string; Description?: string } = {}) =>
  client.call(createProduct, { body: { Name, ...more } }).then(asProduct)

/** Removes the fields that only the answer to the creation has. */
const asProduct = ({ folderId: _id, get_product_url: _url, ...product }: ResultOf<typeof createProduct>) => product

const codeOf = async (promise: Promise<unknown>) => {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return error instanceof ApiError ? error.code : error
}

describe('a product', () => {
  it('comes back as it was created', async () => {
    const user = await server().signIn()
    const created = await user.client.call(createProduct, {
      body: {
        Name: '  終身保険 2026 ',
        Category: 'Life, Health,,Life',
        Description: 'Ein "Test" 😀',
        LaunchDate: '2026-12-01',
      },
    })
    const made = asProduct(created)
    expect(made).toMatchObject({
      name: '終身保険 2026',
      category: ['Life', 'Health'],
      description: 'Ein "Test" 😀',
      launchDate: '2026-12-01',
      startDate: null,
      status: 'Design',
      isStarred: false,
      ownerName: 'Test Person',
      calculationEngines: { count: 0 },
    })
    expect(await user.client.call(getProduct, { params: { product: made.id } })).toMatchObject(made)
    expect(await user.client.call(getProduct, { params: { product: '終身保険 2026' } })).toMatchObject(made)
  })

  it.each(['ＡＢＣ & Söhne+1%', 'İstanbul x', 'a.b;c=d@e,f$', "quote ' name", '100% "no"'.replaceAll('"', '')])(
    'is found by the name %s in the path',
    async (name) => {
      const user = await server().signIn()
      const made = await create(user, name)
      const found = await user.client.call(getProduct, { params: { product: name } })
      expect(found.id).toBe(made.id)
      await user.client.call(markFavouriteProduct, { params: { product: name, flag: 'true' } })
    },
  )

  it('keeps its name to itself, whatever the case', async () => {
    const user = await server().signIn()
    await create(user, 'Straße Éclair')
    expect(await codeOf(create(user, 'STRAßE éCLAIR'))).toBe('PRODUCT_ALREADY_EXISTS')
    expect(await codeOf(create(user, 'Straße E\u0301clair'))).toBe('PRODUCT_ALREADY_EXISTS')
    const other = await server().signIn()
    await create(other, 'Straße Éclair')
  })

  it('is made once when two ask for the same name at the same time', async () => {
    const user = await server().signIn()
    const codes = await Promise.all(Array.from({ length: 8 }, () => codeOf(create(user, 'Race'))))
    expect(codes.filter((code) => code === undefined)).toHaveLength(1)
    expect(codes.filter((code) => code === 'PRODUCT_ALREADY_EXISTS')).toHaveLength(7)
  })

  it.each(['', ' \u3000 ', 'a/b', 'a\\b', 'a:b', 'tab\there', '..', 'x'.repeat(121), 'Mo\u200btor', 'Motor \u202erac'])(
    'refuses the name %j',
    async (name) => {
      const user = await server().signIn()
      const error = (await create(user, name).catch((reason: unknown) => reason)) as ApiError
      expect(error.code).toBe('INVALID_PRODUCT_NAME')
      expect(error.status).toBe(400)
      expect(error.fieldErrors[0]?.field).toBe('body.Name')
    },
  )

  it('changes only what a change names', async () => {
    const user = await server().signIn()
    const made = await create(user, 'Before', { Description: 'kept', Category: 'Life' })
    const changed = await user.client.call(updateProduct, {
      params: { product: made.id },
      body: { name: 'After', startDate: '2027-01-01' },
    })
    expect(changed).toMatchObject({ ...made, name: 'After', startDate: '2027-01-01', updatedAt: changed.updatedAt })
    expect(changed.updatedAt > made.updatedAt).toBe(true)
    const cleared = await user.client.call(updateProduct, { params: { product: 'after' }, body: { startDate: null } })
    expect(cleared.startDate).toBeNull()
  })

  it('refuses a change that is based on an old state', async () => {
    const user = await server().signIn()
    const made = await create(user, 'Contended')
    const rename = (name: string) =>
      user.client.call(updateProduct, { params: { product: made.id }, body: { name, updatedAt: made.updatedAt } })
    const codes = await Promise.all(['One', 'Two', 'Three'].map((name) => codeOf(rename(name))))
    expect(codes.filter((code) => code === undefined)).toHaveLength(1)
    expect(codes.filter((code) => code === 'CONFLICT')).toHaveLength(2)
  })

  it('goes through its statuses, and from production back to design only with a reason', async () => {
    const user = await server().signIn()
    const { id } = await create(user, 'Statuses')
    const go = (status: 'Design' | 'Production' | 'Archive' | 'In Production', reason?: string) =>
      user.client.call(updateProduct, {
        params: { product: id },
        body: { status, ...(reason === undefined ? {} : { reason }) },
      })
    expect(await codeOf(go('Archive'))).toBe('STATUS_CHANGE_NOT_ALLOWED')
    expect((await go('In Production')).status).toBe('Production')
    expect((await go('Production')).status).toBe('Production')
    const refused = (await go('Design', '  ').catch((reason: unknown) => reason)) as ApiError
    expect([refused.code, refused.fieldErrors[0]?.field]).toEqual(['INVALID_INPUT', 'body.reason'])
    expect((await go('Design', 'A rate was wrong')).status).toBe('Design')
    const supervisor = await server().signIn({ tenant: user, groups: ['supervisor:pf'] })
    const { items } = await supervisor.client.call(listAudit, { body: { search: [{ field: 'entityId', value: id }] } })
    expect(items[0]?.after).toMatchObject({ status: 'Design', reason: 'A rate was wrong' })
    await go('Production')
    await go('Archive')
    expect(await codeOf(go('Production'))).toBe('STATUS_CHANGE_NOT_ALLOWED')
    expect((await go('Design')).status).toBe('Design')
  })

  it('takes one way only when two ways are taken at once', async () => {
    const user = await server().signIn()
    const { id } = await create(user, 'Crossroads')
    const go = (status: 'Design' | 'Archive' | 'Production') =>
      user.client.call(updateProduct, { params: { product: id }, body: { status, reason: 'because' } })
    await go('Production')
    await Promise.all(['Archive', 'Design', 'Archive', 'Design'].map((status) => codeOf(go(status as 'Design'))))
    const supervisor = await server().signIn({ tenant: user, groups: ['supervisor:pf'] })
    const { items } = await supervisor.client.call(listAudit, {
      body: {
        sort: 'at',
        search: [
          { field: 'entityId', value: id },
          { field: 'action', value: 'product.update' },
        ],
      },
    })
    const ways = items
      .map(({ before, after }) => [before?.['status'], after?.['status']])
      .filter(([from, to]) => from !== to)
      .map((way) => way.join(' to '))
    const known = new Set([
      'Design to Production',
      'Production to Archive',
      'Production to Design',
      'Archive to Design',
    ])
    expect(ways.filter((way) => !known.has(way))).toEqual([])
  })

  it('keeps its status when the rules of the groups deny changing it', async () => {
    const user = await server().signIn({ groups: ['user:pf.readers'] })
    const supervisor = await server().signIn({ tenant: user, groups: ['supervisor:pf'] })
    await supervisor.client.call(saveUserGroupSetting, {
      body: {
        userGroup: 'user:pf.readers',
        moduleRules: [{ moduleName: 'Product', rules: [{ ruleName: 'StatusChange', ruleValue: false }] }],
      },
    })
    const { id } = await create(user, 'Held')
    const change = user.client.call(updateProduct, { params: { product: id }, body: { status: 'Production' } })
    expect(await codeOf(change)).toBe('RULE_VALIDATION_FAILED')
  })

  it('sorts by status in the order of its life', async () => {
    const user = await server().signIn()
    for (const name of ['One', 'Two']) await create(user, name)
    await user.client.call(updateProduct, { params: { product: 'One' }, body: { status: 'Production' } })
    const names = async (sort: 'status' | '-status') =>
      (await user.client.call(listProducts, { body: { sort } })).items.map(({ name }) => name)
    expect(await names('status')).toEqual(['Two', 'One'])
    expect(await names('-status')).toEqual(['One', 'Two'])
  })

  it('can be deleted, its name used again, and brought back under another name only', async () => {
    const user = await server().signIn()
    const made = await create(user, 'Phoenix')
    await user.client.call(markFavouriteProduct, { params: { product: made.id, flag: 'true' } })
    const { id } = await user.client.call(deleteProduct, { params: { product: 'phoenix' } })
    expect(id).toBe(made.id)
    expect(await codeOf(user.client.call(getProduct, { params: { product: made.id } }))).toBe('PRODUCT_NOT_FOUND')
    expect(await codeOf(user.client.call(deleteProduct, { params: { product: made.id } }))).toBe('PRODUCT_NOT_FOUND')
    const second = await create(user, 'PHOENIX')
    const undelete = () => user.client.call(undeleteProduct, { params: { product: made.id } })
    expect(await codeOf(undelete())).toBe('PRODUCT_ALREADY_EXISTS')
    await user.client.call(updateProduct, { params: { product: second.id }, body: { name: 'Second' } })
    expect(await undelete()).toEqual({ ...made, isStarred: true })
  })

  it('is gone for good after thirty days', async () => {
    const { services } = server()
    const user = await server().signIn()
    const kept = await create(user, 'Deleted lately')
    const gone = await create(user, 'Deleted long ago')
    for (const product of [kept.id, gone.id]) await user.client.call(deleteProduct, { params: { product } })
    await services.db.inTenant(user.tenantId, async (tx) =>
      tx.q.update(products).set({ deletedAt: sql`now() - interval '31 days'` }).where(eq(products.id, gone.id)),
    )
    const undelete = (product: string) => codeOf(user.client.call(undeleteProduct, { params: { product } }))
    expect(await undelete(gone.id)).toBe('PRODUCT_NOT_FOUND')
    await purgeProducts.run(services, new AbortController().signal)
    const rows = await services.db.inTenant(user.tenantId, async (tx) => tx.q.select().from(products))
    expect(rows.map(({ id }) => id)).toEqual([kept.id])
    expect(await undelete(kept.id)).toBeUndefined()
  })
})

describe('who sees and changes products', () => {
  it('a user their own, a supervisor all of the tenant, nobody those of another', async () => {
    const owner = await server().signIn()
    const colleague = await server().signIn({ tenant: owner })
    const supervisor = await server().signIn({ tenant: owner, groups: ['supervisor:pf'] })
    const outsider = await server().signIn({ groups: ['supervisor:pf'] })
    const made = await create(owner, 'Own')

    const names = async ({ client }: SignedIn) => (await client.call(listProducts)).items.map(({ name }) => name)
    expect(await names(owner)).toEqual(['Own'])
    expect(await names(supervisor)).toEqual(['Own'])
    expect(await names(colleague)).toEqual([])
    expect(await names(outsider)).toEqual([])

    for (const { client } of [colleague, outsider]) {
      const params = { product: made.id }
      expect(await codeOf(client.call(getProduct, { params }))).toBe('PRODUCT_NOT_FOUND')
      expect(await codeOf(client.call(updateProduct, { params, body: { name: 'Mine' } }))).toBe('PRODUCT_NOT_FOUND')
      expect(await codeOf(client.call(deleteProduct, { params }))).toBe('PRODUCT_NOT_FOUND')
      const flagged = client.call(markFavouriteProduct, { params: { ...params, flag: 'true' } })
      expect(await codeOf(flagged)).toBe('PRODUCT_NOT_FOUND')
    }
    const renamed = await supervisor.client.call(updateProduct, {
      params: { product: made.id },
      body: { name: 'Renamed' },
    })
    expect(renamed.ownerName).toBe('Test Person')
  })

  it('a favourite is a favourite of one person', async () => {
    const owner = await server().signIn()
    const supervisor = await server().signIn({ tenant: owner, groups: ['supervisor:pf'] })
    const { id } = await create(owner, 'Starred')
    const star = (flag: 'true' | 'false') => owner.client.call(markFavouriteProduct, { params: { product: id, flag } })
    expect(await star('true')).toEqual({ isStarred: true })
    await star('true')
    const seenBy = async ({ client }: SignedIn) =>
      (await client.call(getProduct, { params: { product: id } })).isStarred
    expect(await seenBy(owner)).toBe(true)
    expect(await seenBy(supervisor)).toBe(false)
    await star('false')
    expect(await seenBy(owner)).toBe(false)
  })
})

describe('the list', () => {
  it('pages, sorts and counts all that match', async () => {
    const user = await server().signIn()
    for (const name of ['Plan 10', 'plan 2', 'Zebra', 'Ärger', 'Apple']) await create(user, name)
    const list = async (body: Parameters<typeof user.client.call<typeof listProducts>>[1]) => {
      const { items, count } = await user.client.call(listProducts, body)
      return { names: items.map(({ name }) => name), count }
    }
    expect(await list({ body: { sort: 'name', pageSize: 3 } })).toEqual({
      names: ['Apple', 'Ärger', 'plan 2'],
      count: 5,
    })
    expect(await list({ body: { sort: 'name', pageSize: 3, page: 2 } })).toEqual({
      names: ['Plan 10', 'Zebra'],
      count: 5,
    })
    expect(await list({ body: { sort: 'name', pageSize: 3, page: 9 } })).toEqual({ names: [], count: 5 })
    expect((await list({})).names).toEqual(['Apple', 'Ärger', 'Zebra', 'plan 2', 'Plan 10'])
    expect((await list({ body: { sort: 'created' } })).names[0]).toBe('Plan 10')
  })

  it('searches by name, status, category and favourite, each pair narrowing the rest', async () => {
    const user = await server().signIn()
    const life = await create(user, 'Life 100%', { Category: 'Life' })
    await create(user, 'Life_1000', { Category: 'Life,Pension' })
    await create(user, 'Motor', { Category: 'Motor' })
    await user.client.call(markFavouriteProduct, { params: { product: life.id, flag: 'true' } })
    const found = async (
      ...search: { field: 'productName_co' | 'status1_co' | 'name1_co' | 'isstarred'; value: string | boolean }[]
    ) => {
      const { items, count } = await user.client.call(listProducts, { body: { search, sort: 'name' } })
      expect(count).toBe(items.length)
      return items.map(({ name }) => name)
    }
    expect(await found({ field: 'productName_co', value: 'LIFE' })).toEqual(['Life 100%', 'Life_1000'])
    expect(await found({ field: 'productName_co', value: '0%' })).toEqual(['Life 100%'])
    expect(await found({ field: 'productName_co', value: 'e_1' })).toEqual(['Life_1000'])
    expect(await found({ field: 'name1_co', value: 'pension, motor' })).toEqual(['Life_1000', 'Motor'])
    expect(await found({ field: 'isstarred', value: true })).toEqual(['Life 100%'])
    expect(await found({ field: 'isstarred', value: 'false' }, { field: 'name1_co', value: 'life' })).toEqual([
      'Life_1000',
    ])
    expect(await found({ field: 'status1_co', value: 'In Design' })).toHaveLength(3)
    expect(await found({ field: 'status1_co', value: 'Production' })).toEqual([])
    expect(await codeOf(found({ field: 'isstarred', value: 'maybe' }))).toBe('INVALID_INPUT')
  })
})

it('tells open pages of the tenant when a product changes', async () => {
  const { services } = server()
  const user = await server().signIn()
  const heard: string[] = []
  const stop = services.events.subscribe({
    tenantId: user.tenantId,
    userId: user.userId,
    deliver: ({ type, id }) => heard.push(`${type} ${id}`),
    onGap: () => undefined,
  })
  const { id } = await create(user, 'Announced')
  await expect.poll(() => heard).toContain(`product.changed ${id}`)
  stop()
})
