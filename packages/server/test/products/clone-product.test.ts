import { ApiError } from '@sheetwright/contract/api-error.ts'
import { setEntityPermissions } from '@sheetwright/contract/permissions/set-entity-permissions.ts'
import { type ClonePart, cloneProduct } from '@sheetwright/contract/products/clone-product.ts'
import { getCloneProductName } from '@sheetwright/contract/products/get-clone-product-name.ts'
import { createProduct } from '@sheetwright/contract/products/create-product.ts'
import { getProduct } from '@sheetwright/contract/products/get-product.ts'
import { listUserActions } from '@sheetwright/contract/products/list-user-actions.ts'
import { updateProduct } from '@sheetwright/contract/products/update-product.ts'
import { saveUserGroup } from '@sheetwright/contract/user-groups/save-user-group.ts'
import { saveUserGroupSetting } from '@sheetwright/contract/user-groups/save-user-group-setting.ts'
import { expect, it } from 'vitest'
import { type SignedIn, useTestServer } from '../support/test-server.ts'

const server = useTestServer()

const original = {
  Category: 'Life,Motor',
  Description: 'A "text" 😀',
  StartDate: '2026-01-01',
  LaunchDate: '2026-02-01',
}

const clone = ({ client }: SignedIn, product: string, name: string, copy?: ClonePart[]) =>
  client.call(cloneProduct, { params: { product }, body: { name, ...(copy === undefined ? {} : { copy }) } })

const codeOf = async (promise: Promise<unknown>) => {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return error instanceof ApiError ? error.code : error
}

it('a copy takes over what was chosen, belongs to whoever made it and starts in design', async () => {
  const user = await server().signIn()
  const { id } = await user.client.call(createProduct, { body: { Name: 'Original', ...original } })
  await user.client.call(updateProduct, { params: { product: id }, body: { status: 'Production' } })
  const all = await clone(user, id, 'All')
  expect(all).toMatchObject({
    name: 'All',
    category: ['Life', 'Motor'],
    description: original.Description,
    startDate: '2026-01-01',
    launchDate: '2026-02-01',
    status: 'Design',
    access: 'manage',
  })
  expect(await clone(user, id, 'None', [])).toMatchObject({
    category: [],
    description: '',
    startDate: null,
    launchDate: null,
  })
  const { items } = await user.client.call(listUserActions, { params: { product: all.id } })
  expect(items.map(({ action }) => action)).toEqual(['product.clone'])
  expect((await user.client.call(getProduct, { params: { product: id } })).status).toBe('Production')
})

it('proposes a name that is free, however long the original’s is', async () => {
  const user = await server().signIn()
  const propose = async (product: string) => {
    const { name } = await user.client.call(getCloneProductName, { params: { product } })
    return name
  }
  const { id } = await user.client.call(createProduct, { body: { Name: 'Motor' } })
  expect(await propose(id)).toBe('Motor (2)')
  const second = await clone(user, id, 'MOTOR (2)')
  expect(await propose(id)).toBe('Motor (3)')
  expect(await propose(second.id)).toBe('MOTOR (3)')
  const long = await user.client.call(createProduct, { body: { Name: `${'x'.repeat(111)}😀${'y'.repeat(7)}` } })
  const name = await propose(long.id)
  expect(name).toBe(`${'x'.repeat(111)} (2)`)
  expect((await clone(user, long.id, name)).name).toBe(name)
})

it('permissions are copied by those who manage the original only', async () => {
  const owner = await server().signIn()
  const editor = await server().signIn({ tenant: owner })
  const { id } = await owner.client.call(createProduct, { body: { Name: 'Shared' } })
  await owner.client.call(setEntityPermissions, {
    params: { entityType: 'product', entityId: id },
    body: { principals: [{ principal: { type: 'user', id: editor.userId }, level: 'edit' }] },
  })
  const copy = await clone(owner, id, 'Shared copy', ['permissions'])
  expect((await editor.client.call(getProduct, { params: { product: copy.id } })).access).toBe('edit')
  const without = await clone(owner, id, 'Alone', [])
  expect(await codeOf(editor.client.call(getProduct, { params: { product: without.id } }))).toBe('PRODUCT_NOT_FOUND')
  expect(await codeOf(clone(editor, id, 'Taken', ['permissions']))).toBe('PERMISSION_DENIED')
  expect((await clone(editor, id, 'Mine now')).access).toBe('manage')
})

it('is refused for names in use, for strangers, and where the rules of the groups deny it', async () => {
  const owner = await server().signIn({ groups: ['user:pf.makers'] })
  const { id } = await owner.client.call(createProduct, { body: { Name: 'Taken' } })
  expect(await codeOf(clone(owner, id, 'TAKEN'))).toBe('PRODUCT_ALREADY_EXISTS')
  expect(await codeOf(clone(owner, id, 'a/b'))).toBe('INVALID_PRODUCT_NAME')
  expect(await codeOf(clone(await server().signIn({ tenant: owner }), id, 'Other'))).toBe('PRODUCT_NOT_FOUND')
  const supervisor = await server().signIn({ tenant: owner, groups: ['supervisor:pf'] })
  await supervisor.client.call(saveUserGroup, { body: { userGroup: 'user:pf.makers' } })
  const set = (ruleName: string, ruleValue: boolean | number) =>
    supervisor.client.call(saveUserGroupSetting, {
      body: { userGroup: 'user:pf.makers', moduleRules: [{ moduleName: 'Product', rules: [{ ruleName, ruleValue }] }] },
    })
  await set('NoOfProducts', 1)
  expect(await codeOf(clone(owner, id, 'One too many'))).toBe('RULE_VALIDATION_FAILED')
  await set('Clone', false)
  expect(await codeOf(clone(owner, id, 'Denied'))).toBe('RULE_VALIDATION_FAILED')
})
