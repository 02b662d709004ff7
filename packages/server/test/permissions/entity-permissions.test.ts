import { ApiError } from '@sheetwright/contract/api-error.ts'
import { findPrincipals } from '@sheetwright/contract/permissions/find-principals.ts'
import { getEntityPermissions } from '@sheetwright/contract/permissions/get-entity-permissions.ts'
import { setEntityPermissions } from '@sheetwright/contract/permissions/set-entity-permissions.ts'
import { getShareState } from '@sheetwright/contract/permissions/get-share-state.ts'
import { shareProduct } from '@sheetwright/contract/permissions/share-product.ts'
import { createProduct } from '@sheetwright/contract/products/create-product.ts'
import { deleteProduct } from '@sheetwright/contract/products/delete-product.ts'
import { deleteEngine } from '@sheetwright/contract/engines/delete-engine.ts'
import { getProduct } from '@sheetwright/contract/products/get-product.ts'
import { listProducts } from '@sheetwright/contract/products/list-products.ts'
import { listSharedProducts } from '@sheetwright/contract/products/list-shared-products.ts'
import { updateProduct } from '@sheetwright/contract/products/update-product.ts'
import { listAudit } from '@sheetwright/contract/audit/list-audit.ts'
import { deleteUserGroup } from '@sheetwright/contract/user-groups/delete-user-group.ts'
import { saveUserGroup } from '@sheetwright/contract/user-groups/save-user-group.ts'
import { setUserStatus } from '@sheetwright/contract/users/set-user-status.ts'
import { describe, expect, it } from 'vitest'
import { insertEngine } from '../../src/features/engines/engine.store.ts'
import { type SignedIn, useTestServer } from '../support/test-server.ts'

const server = useTestServer()

const codeOf = async (promise: Promise<unknown>) => {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return error instanceof ApiError ? error.code : error
}

/** An owner's product, a member of the group pf.motor, another person, and a supervisor, all of one tenant. */
async function people() {
  const supervisor = await server().signIn({ groups: ['supervisor:pf'] })
  const tenant = { tenantId: supervisor.tenantId, tenantName: supervisor.tenantName }
  const owner = await server().signIn({ tenant })
  const member = await server().signIn({ tenant, groups: ['user:pf.motor'] })
  const other = await server().signIn({ tenant, groups: ['user:pf.life'] })
  const { id } = await owner.client.call(createProduct, { body: { Name: 'Motor 2027' } })
  return { supervisor, owner, member, other, id }
}

const get = ({ client }: SignedIn, product: string) => client.call(getProduct, { params: { product } })
const permit = (
  { client }: SignedIn,
  entityId: string,
  principal: { type: 'user' | 'group'; id: string },
  level: 'view' | 'edit' | 'manage' | null,
) =>
  client.call(setEntityPermissions, {
    params: { entityType: 'product', entityId },
    body: { principals: [{ principal, level }] },
  })

describe('sharing a product with a group', () => {
  it('lets its members view the product and nothing more', async () => {
    const { owner, member, other, id } = await people()
    expect(await codeOf(get(member, id))).toBe('PRODUCT_NOT_FOUND')
    const state = await owner.client.call(shareProduct, {
      params: { product: id },
      body: { groupName: 'user:pf.motor', isShared: true },
    })
    expect(state).toEqual({ groupName: 'user:pf.motor', isShared: true, level: 'view' })
    expect(await get(member, id)).toMatchObject({ id, access: 'view', sharedWith: ['user:pf.motor'] })
    expect(await codeOf(get(other, id))).toBe('PRODUCT_NOT_FOUND')
    const rename = member.client.call(updateProduct, { params: { product: id }, body: { name: 'Mine now' } })
    expect(await codeOf(rename)).toBe('PERMISSION_DENIED')
    expect(await codeOf(member.client.call(deleteProduct, { params: { product: id } }))).toBe('PERMISSION_DENIED')
    const share = member.client.call(shareProduct, {
      params: { product: id },
      body: { groupName: 'user:pf.life', isShared: true },
    })
    expect(await codeOf(share)).toBe('PERMISSION_DENIED')
    expect(await codeOf(member.client.call(getShareState, { params: { product: id } }))).toBe('PERMISSION_DENIED')
  })

  it('lists it among the shared products of members, not among those of its owner', async () => {
    const { supervisor, owner, member, id } = await people()
    const shared = (person: SignedIn) => person.client.call(listSharedProducts, { body: {} })
    await permit(owner, id, { type: 'group', id: 'user:pf.motor' }, 'view')
    expect(await shared(member)).toMatchObject({ count: 1, items: [{ id }] })
    expect(await member.client.call(listProducts, { body: {} })).toMatchObject({ count: 1 })
    expect((await shared(owner)).count).toBe(0)
    expect((await shared(supervisor)).count).toBe(0)
  })

  it('ends when it is taken back, and when the group is deleted', async () => {
    const { supervisor, owner, member, id } = await people()
    const share = (isShared: boolean) =>
      owner.client.call(shareProduct, { params: { product: id }, body: { groupName: 'user:pf.motor', isShared } })
    await share(true)
    await share(false)
    expect(await codeOf(get(member, id))).toBe('PRODUCT_NOT_FOUND')
    await supervisor.client.call(saveUserGroup, { body: { userGroup: 'user:pf.short' } })
    await permit(owner, id, { type: 'group', id: 'user:pf.short' }, 'edit')
    await supervisor.client.call(deleteUserGroup, { params: { userGroup: 'user:pf.short' } })
    expect((await get(owner, id)).sharedWith).toEqual([])
  })

  it('does not weaken a group that may do more', async () => {
    const { owner, id } = await people()
    await permit(owner, id, { type: 'group', id: 'user:pf.motor' }, 'edit')
    const state = await owner.client.call(shareProduct, {
      params: { product: id },
      body: { groupName: 'user:pf.motor', isShared: true },
    })
    expect(state.level).toBe('edit')
  })

  it('can be done while the product is created, with groups that exist', async () => {
    const { owner, member } = await people()
    const create = (Name: string, SharedWithUserGroups: string) =>
      owner.client.call(createProduct, { body: { Name, SharedWithUserGroups } })
    const { id } = await create('Shared at once', 'user:pf.motor, user:pf.life')
    expect((await get(member, id)).sharedWith).toEqual(['user:pf.life', 'user:pf.motor'])
    expect(await codeOf(create('Unknown', 'user:pf.nobody'))).toBe('USER_GROUP_NOT_FOUND')
    expect(await codeOf(create('Wrong', 'admins'))).toBe('INVALID_INPUT')
    expect(await codeOf(get(owner, 'Unknown'))).toBe('PRODUCT_NOT_FOUND')
  })
})

describe('permissions on an entity', () => {
  it('rise from view over edit to manage, and the strongest one counts', async () => {
    const { owner, member, other, id } = await people()
    await permit(owner, id, { type: 'group', id: 'user:pf.motor' }, 'view')
    await permit(owner, id, { type: 'user', id: member.userId }, 'edit')
    expect((await get(member, id)).access).toBe('edit')
    await member.client.call(updateProduct, { params: { product: id }, body: { description: 'Changed' } })
    expect(await codeOf(permit(member, id, { type: 'user', id: other.userId }, 'view'))).toBe('PERMISSION_DENIED')
    await permit(owner, id, { type: 'user', id: member.userId }, 'manage')
    await permit(member, id, { type: 'user', id: other.userId }, 'view')
    expect((await get(other, id)).access).toBe('view')
    await permit(owner, id, { type: 'user', id: member.userId }, null)
    expect((await get(member, id)).access).toBe('view')
  })

  it('tell who has access and why', async () => {
    const { supervisor, owner, member, other, id } = await people()
    await permit(owner, id, { type: 'group', id: 'user:pf.motor' }, 'view')
    const answer = await permit(owner, id, { type: 'user', id: member.userId }, 'edit')
    expect(answer.totalPrincipalsAdded).toBe(1)
    const { access, permissions } = await owner.client.call(getEntityPermissions, {
      params: { entityType: 'product', entityId: id },
    })
    const by = new Map(access.map((person) => [person.userId, person]))
    expect(by.get(owner.userId)).toMatchObject({ level: 'manage', reasons: [{ kind: 'owner' }] })
    expect(by.get(supervisor.userId)).toMatchObject({
      level: 'manage',
      reasons: [{ kind: 'supervisor', group: 'supervisor:pf' }],
    })
    expect(by.get(member.userId)?.level).toBe('edit')
    expect(
      by
        .get(member.userId)
        ?.reasons.map(({ kind }) => kind)
        .toSorted(),
    ).toEqual(['group', 'user'])
    expect(by.has(other.userId)).toBe(false)
    expect(permissions.map(({ type, level }) => `${type} ${level}`).toSorted()).toEqual(['group view', 'user edit'])
    await supervisor.client.call(setUserStatus, { params: { id: member.userId }, body: { status: 'Disabled' } })
    const after = await owner.client.call(getEntityPermissions, { params: { entityType: 'product', entityId: id } })
    expect(after.access.map(({ userId }) => userId)).not.toContain(member.userId)
  })

  it('on an engine add to those of its product, and the dialog tells them apart', async () => {
    const { supervisor, owner, member, other, id } = await people()
    const engineId = await server().services.db.inTenant(owner.tenantId, (tx) =>
      insertEngine(tx, {
        productId: id,
        serviceName: 'Premium',
        ownerId: supervisor.userId,
        engineType: 'Type1',
        connectorUrl: null,
      }),
    )
    await server().services.db.inTenant(owner.tenantId, (tx) =>
      insertEngine(tx, {
        productId: id,
        serviceName: 'Kept',
        ownerId: supervisor.userId,
        engineType: 'Type1',
        connectorUrl: null,
      }),
    )
    const params = { entityType: 'engine', entityId: engineId } as const
    const read = ({ client }: SignedIn) => client.call(getEntityPermissions, { params })
    expect(await codeOf(read(member))).toBe('ENGINE_NOT_FOUND')
    await permit(owner, id, { type: 'group', id: 'user:pf.motor' }, 'view')
    expect(await codeOf(read(member))).toBe('PERMISSION_DENIED')
    const { entity, permissions, inherited, access } = await owner.client.call(setEntityPermissions, {
      params,
      body: {
        principals: [
          { principal: { type: 'user', id: member.userId }, level: 'manage' },
          { principal: { type: 'user', id: other.userId }, level: 'view' },
        ],
      },
    })
    expect(entity).toEqual({ type: 'engine', id: engineId, name: 'Premium' })
    expect(permissions.map(({ id: who, level }) => [who, level])).toHaveLength(2)
    expect(inherited.map(({ id: who, level }) => [who, level])).toEqual([['user:pf.motor', 'view']])
    const reasonsOf = (person: SignedIn) => access.find(({ userId }) => userId === person.userId)?.reasons
    expect(reasonsOf(member)).toEqual([
      { kind: 'user', level: 'manage', inherited: false },
      { kind: 'group', group: 'user:pf.motor', level: 'view', inherited: true },
    ])
    expect(reasonsOf(owner)).toEqual([{ kind: 'owner', level: 'manage', inherited: true }])
    expect(reasonsOf(other)).toEqual([{ kind: 'user', level: 'view', inherited: false }])
    // Managing the engine does not mean managing the product, or seeing more of it than the engine's place.
    await read(member)
    expect(await codeOf(permit(member, id, { type: 'user', id: other.userId }, 'view'))).toBe('PERMISSION_DENIED')
    const shown = { access: 'view', contentOnly: true, sharedWith: [], calculationEngines: { count: 1 } }
    expect(await get(other, id)).toMatchObject(shown)
    await owner.client.call(deleteEngine, { params: { product: id, engine: engineId } })
    expect(await codeOf(get(other, id))).toBe('PRODUCT_NOT_FOUND')
  })

  it('are for people and groups of the tenant alone', async () => {
    const { owner, id } = await people()
    const stranger = await server().signIn({ groups: ['supervisor:pf'] })
    expect(await codeOf(permit(owner, id, { type: 'user', id: stranger.userId }, 'view'))).toBe('USER_NOT_FOUND')
    expect(await codeOf(permit(owner, id, { type: 'group', id: 'user:pf.unknown' }, 'view'))).toBe(
      'USER_GROUP_NOT_FOUND',
    )
    expect(await codeOf(permit(stranger, id, { type: 'user', id: stranger.userId }, 'manage'))).toBe(
      'PRODUCT_NOT_FOUND',
    )
    const find = (person: SignedIn) =>
      person.client.call(findPrincipals, { params: { entityType: 'product', entityId: id }, query: { search: '' } })
    expect((await find(owner)).principals.map(({ id: found }) => found)).not.toContain(stranger.userId)
    expect(await codeOf(find(stranger))).toBe('PRODUCT_NOT_FOUND')
  })

  it('are found in the audit trail with what was before and after', async () => {
    const { supervisor, owner, id } = await people()
    await permit(owner, id, { type: 'group', id: 'user:pf.motor' }, 'view')
    await permit(owner, id, { type: 'group', id: 'user:pf.motor' }, 'edit')
    await permit(owner, id, { type: 'group', id: 'user:pf.motor' }, 'edit')
    const { items } = await supervisor.client.call(listAudit, {
      body: { search: [{ field: 'action', value: 'permission.change' }], sort: 'at' },
    })
    expect(items.map(({ before, after }) => [before, after])).toEqual([
      [{}, { 'user:pf.motor': 'view' }],
      [{ 'user:pf.motor': 'view' }, { 'user:pf.motor': 'edit' }],
    ])
  })
})
