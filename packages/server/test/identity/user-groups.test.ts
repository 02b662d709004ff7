import { createProduct } from '@sheetwright/contract/products/create-product.ts'
import { exportUserGroups } from '@sheetwright/contract/user-groups/export-user-groups.ts'
import { getOwnRules } from '@sheetwright/contract/user-groups/get-own-rules.ts'
import { listUserGroups } from '@sheetwright/contract/user-groups/list-user-groups.ts'
import type { ModuleRules } from '@sheetwright/contract/user-groups/rules.ts'
import { deleteUserGroup } from '@sheetwright/contract/user-groups/delete-user-group.ts'
import { saveUserGroup } from '@sheetwright/contract/user-groups/save-user-group.ts'
import { saveUserGroupSetting } from '@sheetwright/contract/user-groups/save-user-group-setting.ts'
import { fromBuffer } from 'yauzl'
import { describe, expect, test } from 'vitest'
import { useTestServer } from '../support/test-server.ts'

const server = useTestServer()

const limitTo = (value: number): ModuleRules => [
  { moduleName: 'Product', rules: [{ ruleName: 'NoOfProducts', ruleValue: value }] },
]

const noOfProducts = (rules: ModuleRules) =>
  rules.find((each) => each.moduleName === 'Product')?.rules.find((rule) => rule.ruleName === 'NoOfProducts')?.ruleValue

describe('rules by group', () => {
  test('bound how many products somebody makes; over several groups the most permissive value wins', async () => {
    const admin = await server().signIn({ groups: ['supervisor:pf'] })
    for (const userGroup of ['user:pf.small', 'user:pf.large', 'user:pf.free']) {
      await admin.client.call(saveUserGroup, { body: { userGroup } })
    }
    const save = (userGroup: string, moduleRules: ModuleRules) =>
      admin.client.call(saveUserGroupSetting, { body: { userGroup, moduleRules } })
    await save('user:pf.small', limitTo(1))
    await save('user:pf.large', limitTo(2))

    const ruleFor = async (groups: string[]) => {
      const somebody = await server().signIn({ groups, tenant: admin })
      return { somebody, value: noOfProducts((await somebody.client.call(getOwnRules, {})).moduleRules) }
    }
    expect((await ruleFor(['user:pf.small', 'user:pf.large'])).value).toBe(2)
    expect((await ruleFor(['user:pf.small', 'user:pf.free'])).value).toBeNull()
    const { somebody, value } = await ruleFor(['user:pf.small'])
    expect(value).toBe(1)

    const create = (Name: string) => somebody.client.call(createProduct, { body: { Name } })
    const atOnce = await Promise.allSettled(['First', 'Other'].map(create))
    expect(atOnce.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(create('Second')).rejects.toMatchObject({ code: 'RULE_VALIDATION_FAILED' })
    await save('user:pf.small', [])
    await create('Second')
  })

  test('take only rules there are, with values of their kind', async () => {
    const admin = await server().signIn({ groups: ['supervisor:pf'] })
    const save = (rules: unknown[]) =>
      admin.client.call(saveUserGroupSetting, {
        body: { userGroup: 'supervisor:pf', moduleRules: [{ moduleName: 'Product', rules }] as ModuleRules },
      })
    for (const rule of [
      { ruleName: 'NoSuchRule', ruleValue: true },
      { ruleName: 'NoOfProducts', ruleValue: true },
      { ruleName: 'Clone', ruleValue: 3 },
      { ruleName: 'NoOfProducts', ruleValue: -1 },
    ]) {
      await expect(save([rule])).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    }
  })

  test('groups are listed and exported, and deleted only when nobody belongs to them', async () => {
    const admin = await server().signIn({ groups: ['supervisor:pf'] })
    await admin.client.call(saveUserGroup, { body: { userGroup: 'user:pf.empty' } })
    await admin.client.call(saveUserGroupSetting, {
      body: { userGroup: 'user:pf.empty', moduleRules: limitTo(7) },
    })
    const { items, count } = await admin.client.call(listUserGroups, { body: { query: 'EMPTY' } })
    expect({ items, count }).toEqual({
      items: [{ userGroup: 'user:pf.empty', settings: { moduleRules: limitTo(7) }, members: 0 }],
      count: 1,
    })

    const answer = await fetch(server().origin + exportUserGroups.path, { headers: admin.headers })
    expect(answer.headers.get('content-disposition')).toContain('usergroups.xlsx')
    const sheet = await partOf(Buffer.from(await answer.arrayBuffer()), 'xl/worksheets/sheet1.xml')
    expect(sheet).toContain('>user:pf.empty<')
    expect(sheet).toContain('<v>7</v>')

    const remove = (userGroup: string) => admin.client.call(deleteUserGroup, { params: { userGroup } })
    await expect(remove('supervisor:pf')).rejects.toMatchObject({ code: 'CONFLICT' })
    await remove('user:pf.empty')
    await expect(remove('user:pf.empty')).rejects.toMatchObject({ code: 'USER_GROUP_NOT_FOUND' })
  })

  test('are made by supervisors, and read by everybody for themselves', async () => {
    const { client } = await server().signIn()
    await expect(client.call(listUserGroups, { body: {} })).rejects.toMatchObject({ code: 'PERMISSION_DENIED' })
    expect((await client.call(getOwnRules, {})).groups).toEqual(['user:pf.forms'])
  })
})

/** The text of one part of a workbook. */
function partOf(file: Buffer, name: string): Promise<string> {
  return new Promise((resolve, reject) => {
    fromBuffer(file, { lazyEntries: true }, (failure, zip) => {
      if (failure) return reject(failure)
      zip.on('entry', (entry: { fileName: string }) => {
        if (entry.fileName !== name) return zip.readEntry()
        zip.openReadStream(entry as never, async (problem, stream) => {
          if (problem) return reject(problem)
          resolve(Buffer.concat(await stream.toArray()).toString())
        })
      })
      zip.on('end', () => reject(new Error(`No part ${name}`)))
      zip.readEntry()
    })
  })
}
