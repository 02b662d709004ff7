import { ApiError } from '@sheetwright/contract/api-error.ts'
import { createProduct } from '@sheetwright/contract/products/create-product.ts'
import { deleteProduct } from '@sheetwright/contract/products/delete-product.ts'
import { getProduct } from '@sheetwright/contract/products/get-product.ts'
import { listTasks } from '@sheetwright/contract/roadmap/list-tasks.ts'
import { moveTasks } from '@sheetwright/contract/roadmap/move-tasks.ts'
import { setDependencies } from '@sheetwright/contract/roadmap/set-dependencies.ts'
import { expect, it } from 'vitest'
import { sql } from 'drizzle-orm'
import { lockProduct, updateProduct } from '../../src/features/products/product.store.ts'
import { operator, recordAudit } from '../../src/platform/audit/audit.store.ts'
import { useTestServer } from '../support/test-server.ts'

const server = useTestServer()

async function roadmapOf() {
  const person = await server().signIn({ groups: ['supervisor:pf'] })
  const { client } = person
  const add = async (Name: string, StartDate?: string, LaunchDate?: string) =>
    (
      await client.call(createProduct, {
        body: { Name, ...(StartDate && { StartDate }), ...(LaunchDate && { LaunchDate }) },
      })
    ).id
  const depend = (productId: string, ...dependencies: string[]) =>
    client.call(setDependencies, { body: { productId, dependencies } })
  const move = (...tasks: { id: string; start?: string; end?: string; progress?: number }[]) =>
    client.call(moveTasks, { body: { tasks } })
  const task = async (id: string) => (await client.call(listTasks)).items.find((one) => one.id === id)
  return { person, client, add, depend, move, task }
}

const failureOf = async (promise: Promise<unknown>) => {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiError)) throw new Error(`no refusal: ${String(error)}`)
  return error
}

it('products are tasks from start to launch, sorted and filtered', async () => {
  const { client, add, move, task } = await roadmapOf()
  const late = await add('Late', '2026-06-01', '2026-09-30')
  const early = await add('Early', '2026-01-15', '2026-03-31')
  const undated = await add('Undated')
  const { items, count } = await client.call(listTasks)
  expect(items.map(({ name }) => name)).toEqual(['Early', 'Late', 'Undated'])
  expect(count).toBe(3)
  expect(await task(late)).toEqual({
    id: late,
    name: 'Late',
    start: '2026-06-01',
    end: '2026-09-30',
    progress: 0,
    dependencies: [],
    status: 'Design',
    access: 'manage',
  })
  const search = [{ field: 'productName_co', value: 'late' } as const]
  expect((await client.call(listTasks, { body: { search } })).items.map(({ name }) => name)).toEqual(['Late'])

  expect(await move({ id: early, end: '2026-04-30', progress: 40 }, { id: undated, start: '2026-05-01' })).toEqual({
    changed: 2,
  })
  expect(await task(early)).toMatchObject({ start: '2026-01-15', end: '2026-04-30', progress: 40 })
  expect((await client.call(getProduct, { params: { product: undated } })).startDate).toBe('2026-05-01')
  expect(await move({ id: early, progress: 40 })).toEqual({ changed: 0 })
})

it('no product starts before one it depends on, and nothing is changed by a refused move', async () => {
  const { add, depend, move, task } = await roadmapOf()
  const base = await add('Base', '2026-02-01', '2026-03-01')
  const next = await add('Next', '2026-03-01', '2026-04-01')
  expect((await depend(next, base)).dependencies).toEqual([base])
  const alone = await failureOf(move({ id: next, start: '2026-01-31' }))
  expect(alone.code).toBe('ROADMAP_DEPENDENCY_VIOLATED')
  // Moving a product that others depend on must not leave them too early either.
  expect((await failureOf(move({ id: base, start: '2026-03-02', end: '2026-04-02' }))).code).toBe(
    'ROADMAP_DEPENDENCY_VIOLATED',
  )
  expect(await task(base)).toMatchObject({ start: '2026-02-01', end: '2026-03-01' })
  await move({ id: base, start: '2026-01-01', end: '2026-02-01' }, { id: next, start: '2026-01-29', end: '2026-03-01' })
  expect(await task(next)).toMatchObject({ start: '2026-01-29' })

  // A product that is already too early may move, but not get worse.
  const stray = await add('Stray', '2025-12-01', '2026-02-01')
  await depend(stray, base)
  await move({ id: stray, start: '2025-12-15' })
  expect((await failureOf(move({ id: stray, start: '2025-12-14' }))).code).toBe('ROADMAP_DEPENDENCY_VIOLATED')
})

it('a circle of dependencies is refused, and so is what the caller does not see or may not change', async () => {
  const { person, client, add, depend, move, task } = await roadmapOf()
  const [a, b, c] = [await add('A'), await add('B'), await add('C')]
  await depend(b, a)
  await depend(c, b)
  expect((await failureOf(depend(a, c))).code).toBe('ROADMAP_DEPENDENCY_CYCLE')
  expect((await failureOf(depend(a, a))).code).toBe('ROADMAP_DEPENDENCY_CYCLE')
  expect((await task(a))?.dependencies).toEqual([])

  const user = await server().signIn({ tenant: person, groups: ['user:pf'] })
  expect((await user.client.call(listTasks)).items).toEqual([])
  const stranger = user.client.call(moveTasks, { body: { tasks: [{ id: a, progress: 5 }] } })
  expect((await failureOf(stranger)).code).toBe('PRODUCT_NOT_FOUND')
  const own = (await user.client.call(createProduct, { body: { Name: 'Own' } })).id
  const hidden = user.client.call(setDependencies, { body: { productId: own, dependencies: [a] } })
  expect((await failureOf(hidden)).code).toBe('PRODUCT_NOT_FOUND')
  // A dependency that somebody else made on a product hidden from the owner is kept, but not shown to them.
  await depend(own, a)
  expect((await user.client.call(listTasks)).items[0]?.dependencies).toEqual([])
  await user.client.call(setDependencies, { body: { productId: own, dependencies: [] } })
  expect((await task(own))?.dependencies).toEqual([a])

  const reversed = await failureOf(move({ id: a, start: '2026-05-02', end: '2026-05-01' }))
  expect(reversed.fieldErrors[0]).toMatchObject({ field: 'body.tasks.0.end', allowed: '2026-05-02 or later' })
  expect((await failureOf(move({ id: a, progress: 1 }, { id: a, progress: 2 }))).fieldErrors[0]).toMatchObject({
    field: 'body.tasks.1.id',
  })

  await client.call(deleteProduct, { params: { product: b } })
  expect((await task(c))?.dependencies).toEqual([])
})

it('several products can be moved while somebody changes one of them', async () => {
  const { person, add, move, task } = await roadmapOf()
  const [first, second] = [await add('First', '2026-02-01'), await add('Second', '2026-02-01')]
  const { db } = server().services
  const isWaiting = async () => {
    const { rows } = await db.inSystem((tx) =>
      tx.q.execute(sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`),
    )
    return rows.length > 0
  }
  let moved: Promise<unknown> | undefined
  await db.inTenant(person.tenantId, async (tx) => {
    await lockProduct(tx, second)
    moved = move({ id: first, progress: 10 }, { id: second, progress: 20 })
    await expect.poll(isWaiting).toBe(true)
    const what = { action: 'product.update', entityType: 'product', entityId: second, entityName: 'Second' }
    await recordAudit(tx, operator, { ...what, before: null, after: null })
  })
  expect(await moved).toEqual({ changed: 2 })
  expect([(await task(first))?.progress, (await task(second))?.progress]).toEqual([10, 20])
})

it('a product that is named like the id of another does not stand for it', async () => {
  const { person, add, task } = await roadmapOf()
  const hidden = await add('Hidden', '2026-02-01')
  const { client: stranger } = await server().signIn({ tenant: person, groups: ['user:pf.strangers'] })
  const refused = stranger.call(createProduct, { body: { Name: hidden } })
  await expect(refused).rejects.toMatchObject({ code: 'INVALID_PRODUCT_NAME' })
  // Older products may have such a name.
  const { id } = await stranger.call(createProduct, { body: { Name: 'Mine' } })
  await server().services.db.inTenant(person.tenantId, (tx) => updateProduct(tx, id, { name: hidden }))
  await expect(stranger.call(getProduct, { params: { product: hidden } })).rejects.toMatchObject({
    code: 'PRODUCT_NOT_FOUND',
  })
  const moved = stranger.call(moveTasks, { body: { tasks: [{ id: hidden, progress: 99 }] } })
  await expect(moved).rejects.toMatchObject({ code: 'PRODUCT_NOT_FOUND' })
  expect((await task(hidden))?.progress).toBe(0)
})
