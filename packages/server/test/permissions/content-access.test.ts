import { randomUUID } from 'node:crypto'
import { setEntityPermissions } from '@sheetwright/contract/permissions/set-entity-permissions.ts'
import { createProduct } from '@sheetwright/contract/products/create-product.ts'
import { deleteProduct } from '@sheetwright/contract/products/delete-product.ts'
import { cloneProduct } from '@sheetwright/contract/products/clone-product.ts'
import { listSharedProducts } from '@sheetwright/contract/products/list-shared-products.ts'
import { listUserActions } from '@sheetwright/contract/products/list-user-actions.ts'
import { updateProduct } from '@sheetwright/contract/products/update-product.ts'
import { getProduct } from '@sheetwright/contract/products/get-product.ts'
import { describe, expect, it } from 'vitest'
import { requireEngineById, requireEngineToRun } from '../../src/features/engines/engine.access.ts'
import { insertEngine } from '../../src/features/engines/engine.store.ts'
import type { Entity } from '../../src/features/permissions/entity-rank.store.ts'
import { requireOn, type Right } from '../../src/features/permissions/entity.access.ts'
import { setGrant } from '../../src/features/permissions/permission.store.ts'
import { passerOf } from '../../src/features/products/product.access.ts'
import { findProduct } from '../../src/features/products/product.store.ts'
import type { TenantTransaction } from '../../src/platform/db/database.ts'
import { CallError } from '../../src/platform/http/call-error.ts'
import type { CallerIdentity, KeyIdentity, UserIdentity, VisitorIdentity } from '../../src/platform/http/caller.ts'
import { type SignedIn, useTestServer } from '../support/test-server.ts'

const server = useTestServer()

const missing = () => new CallError('NOT_FOUND', 'There is no such engine')
const rights: readonly Right[] = ['read', 'execute', 'write', 'manage']

/** An owner's product with an engine, and all kinds of callers that might access that engine. */
async function world() {
  const supervisor = await server().signIn({ groups: ['supervisor:pf'] })
  const tenant = { tenantId: supervisor.tenantId, tenantName: supervisor.tenantName }
  const owner = await server().signIn({ tenant })
  const member = await server().signIn({ tenant, groups: ['user:pf.motor'] })
  const { id: productId } = await owner.client.call(createProduct, { body: { Name: 'Motor', Description: 'Secret' } })
  const id = await server().services.db.inTenant(tenant.tenantId, (tx) =>
    insertEngine(tx, {
      productId,
      serviceName: 'Premium',
      ownerId: owner.userId,
      engineType: 'Type1',
      connectorUrl: null,
    }),
  )
  const engine: Entity = { type: 'engine', id, productId, serviceName: 'Premium' }
  const allowed = (caller: CallerIdentity, entity?: Entity) =>
    server().services.db.inTenant(tenant.tenantId, async (tx) => {
      if (entity === undefined) return rightsOn(tx, caller, id)
      const held: Right[] = []
      for (const right of rights) {
        const [asked] = await Promise.allSettled([requireOn(tx, caller, entity, right, missing)])
        if (asked.status === 'fulfilled') held.push(right)
      }
      return held
    })
  const grantOnEngine = (who: string, level: 'view' | 'edit' | 'manage') =>
    server().services.db.inTenant(tenant.tenantId, (tx) =>
      setGrant(tx, { ...engine, name: 'Premium', ownerId: owner.userId }, grantOf(who, level, owner.userId)),
    )
  const grantOnProduct = (who: string, level: 'view' | 'edit' | 'manage') =>
    owner.client.call(setEntityPermissions, {
      params: { entityType: 'product', entityId: productId },
      body: { principals: [{ principal: grantOf(who, level, '').principal, level }] },
    })
  return { tenant, supervisor, owner, member, engine, productId, allowed, grantOnEngine, grantOnProduct }
}

/** What a caller may do with the engine, which all ways to find it agree on. */
async function rightsOn(tx: TenantTransaction, caller: CallerIdentity, id: string): Promise<Right[]> {
  const found: Right[] = []
  for (const right of rights) {
    const ways: (() => Promise<unknown>)[] = [() => requireEngineById(tx, caller, id, right)]
    if (right === 'execute') {
      ways.push(() => requireEngineToRun(tx, caller, { id }))
      ways.push(() => requireEngineToRun(tx, caller, { product: 'motor', engine: 'premium' }))
    }
    let passed = 0
    for (const way of ways) {
      const [asked] = await Promise.allSettled([way()])
      if (asked.status === 'fulfilled') passed += 1
    }
    if (passed === ways.length) found.push(right)
    else if (passed > 0) throw new Error(`Not every way to the engine knows that the caller may ${right}`)
  }
  return found
}

function grantOf(id: string, level: 'view' | 'edit' | 'manage', grantedBy: string) {
  const principal = id.includes(':') ? ({ type: 'group', id } as const) : ({ type: 'user', id } as const)
  return { principal, level, grantedBy }
}

function personOf({ tenantId, tenantName, userId }: SignedIn, groups: readonly string[], isAdmin = false) {
  const names = { username: 'p', displayName: 'P', email: 'p@example.test' }
  const caller: UserIdentity = {
    kind: 'user',
    tenantId,
    tenantName,
    userId,
    ...names,
    groups,
    isAdmin,
    isSuperuser: false,
  }
  return caller
}

function keyOf({ tenantId, tenantName }: SignedIn, group: string): KeyIdentity {
  const scopes = ['execute', 'author'] as const
  return { kind: 'key', tenantId, tenantName, keyId: randomUUID(), keyName: 'k', groups: [group], scopes }
}

describe('content of a product', () => {
  it('is managed by the owner of the product and by supervisors, and hidden from everybody else', async () => {
    const { supervisor, owner, member, allowed } = await world()
    expect(await allowed(personOf(owner, ['user:pf.forms']))).toEqual(rights)
    expect(await allowed(personOf(supervisor, ['supervisor:pf'], true))).toEqual(rights)
    expect(await allowed(personOf(member, ['user:pf.motor']))).toEqual([])
    expect(await allowed({ kind: 'anyone' })).toEqual([])
  })

  it('inherits what was given on the product', async () => {
    const { member, allowed, grantOnProduct } = await world()
    await grantOnProduct('user:pf.motor', 'view')
    expect(await allowed(personOf(member, ['user:pf.motor']))).toEqual(['read', 'execute'])
    await grantOnProduct(member.userId, 'edit')
    expect(await allowed(personOf(member, ['user:pf.motor']))).toEqual(['read', 'execute', 'write'])
  })

  it('can have permissions of its own, which reach neither the product nor what lies beside', async () => {
    const { member, engine, productId, allowed, grantOnEngine } = await world()
    await grantOnEngine(member.userId, 'edit')
    const caller = personOf(member, ['user:pf.motor'])
    expect(await allowed(caller)).toEqual(['read', 'execute', 'write'])
    expect(await allowed(caller, { ...engine, id: randomUUID() })).toEqual([])
    expect(await allowed(caller, { ...engine, type: 'document' })).toEqual([])
    expect(await allowed(caller, { type: 'product', id: productId, productId })).toEqual([])
    expect(await allowed(caller, { ...engine, productId: randomUUID() })).toEqual([])
  })

  it('is reached by a program through its group, which never manages', async () => {
    const { owner, allowed, grantOnProduct, grantOnEngine } = await world()
    expect(await allowed(keyOf(owner, 'user:pf.motor'))).toEqual([])
    await grantOnProduct('user:pf.motor', 'view')
    expect(await allowed(keyOf(owner, 'user:pf.motor'))).toEqual(['read', 'execute'])
    await grantOnEngine('user:pf.motor', 'manage')
    expect(await allowed(keyOf(owner, 'user:pf.motor'))).toEqual(['read', 'execute', 'write'])
    expect(await allowed(keyOf(owner, 'supervisor:pf'))).toEqual(['read', 'execute', 'write'])
  })

  it('is reached by a visitor only as the engine of their link', async () => {
    const { owner, engine, productId, allowed } = await world()
    const visitor: VisitorIdentity = {
      kind: 'visitor',
      tenantId: owner.tenantId,
      tenantName: owner.tenantName,
      visitorId: randomUUID(),
      linkId: randomUUID(),
      productId,
      serviceName: 'PREMIUM',
    }
    expect(await allowed(visitor)).toEqual(['read', 'execute'])
    expect(await allowed(visitor, { ...engine, serviceName: 'Claims' })).toEqual([])
    expect(await allowed(visitor, { ...engine, productId: randomUUID() })).toEqual([])
    expect(await allowed(visitor, { type: 'product', id: productId, productId })).toEqual([])
    expect(await allowed(visitor, { ...engine, type: 'document' })).toEqual([])
  })

  it('is found by the way through its product, which shows nothing else of it', async () => {
    const { tenant, owner, member, productId, allowed, grantOnEngine, supervisor } = await world()
    const finds = (caller: CallerIdentity) =>
      server().services.db.inTenant(
        tenant.tenantId,
        async (tx) => (await findProduct(tx, passerOf(caller), 'motor'))?.id,
      )
    const caller = personOf(member, ['user:pf.motor'])
    expect(await finds(caller)).toBeUndefined()
    await grantOnEngine('user:pf.motor', 'view')
    expect(await finds(caller)).toBe(productId)
    expect(await finds(keyOf(owner, 'user:pf.motor'))).toBe(productId)
    expect(await finds(keyOf(owner, 'user:pf.life'))).toBeUndefined()
    expect(await finds({ kind: 'anyone' })).toBeUndefined()
    expect(await finds(personOf(supervisor, ['supervisor:pf'], true))).toBe(productId)
    expect(await allowed(caller, { type: 'product', id: productId, productId })).toEqual([])
    // The product is listed among the shared ones as the place of the engine, with few details.
    const told = {
      id: productId,
      access: 'view',
      contentOnly: true,
      description: '',
      sharedWith: [],
      calculationEngines: { count: 1 },
    }
    expect(await member.client.call(getProduct, { params: { product: productId } })).toMatchObject(told)
    expect(await member.client.call(listSharedProducts, { body: {} })).toMatchObject({ count: 1, items: [told] })
    const refusals = await Promise.allSettled([
      member.client.call(updateProduct, { params: { product: productId }, body: { description: 'Mine' } }),
      member.client.call(cloneProduct, { params: { product: productId }, body: { name: 'Copy' } }),
      member.client.call(listUserActions, { params: { product: productId }, body: {} }),
    ])
    for (const refusal of refusals) expect(refusal).toMatchObject({ reason: { code: 'PRODUCT_NOT_FOUND' } })
  })

  it('goes with its product', async () => {
    const { owner, productId, allowed } = await world()
    await owner.client.call(deleteProduct, { params: { product: productId } })
    expect(await allowed(personOf(owner, ['user:pf.forms']))).toEqual([])
  })

  it('does not exist for those who may not see it, and says no to those who may only see it', async () => {
    const { tenant, member, engine, grantOnEngine } = await world()
    const caller = personOf(member, ['user:pf.motor'])
    const asked = () =>
      server().services.db.inTenant(tenant.tenantId, (tx) => requireOn(tx, caller, engine, 'write', missing))
    await expect(asked()).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await grantOnEngine(member.userId, 'view')
    await expect(asked()).rejects.toMatchObject({ code: 'PERMISSION_DENIED' })
    await grantOnEngine(member.userId, 'edit')
    expect(await asked()).toBe('edit')
  })
})
