import { createStatus } from '@sheetwright/contract/board/create-status.ts'
import { getStatuses } from '@sheetwright/contract/board/get-statuses.ts'
import { saveCategory } from '@sheetwright/contract/categories/save-category.ts'
import { applyConfiguration } from '@sheetwright/contract/configuration/apply-configuration.ts'
import { compareConfiguration } from '@sheetwright/contract/configuration/compare-configuration.ts'
import type { ConfigurationFile } from '@sheetwright/contract/configuration/configuration-file.ts'
import { downloadConfiguration } from '@sheetwright/contract/configuration/download-configuration.ts'
import { listConfigurationChanges } from '@sheetwright/contract/configuration/list-configuration-changes.ts'
import { undoConfiguration } from '@sheetwright/contract/configuration/undo-configuration.ts'
import { createProduct } from '@sheetwright/contract/products/create-product.ts'
import { getLookupDataNonCached } from '@sheetwright/contract/system/get-lookup-data-non-cached.ts'
import { getSparkConfiguration } from '@sheetwright/contract/system/get-spark-configuration.ts'
import { describe, expect, it } from 'vitest'
import { useTestServer } from '../support/test-server.ts'

const server = useTestServer()
type Person = Awaited<ReturnType<ReturnType<typeof server>['signIn']>>

async function download({ client }: Person): Promise<ConfigurationFile> {
  const { blob, fileName } = await client.call(downloadConfiguration)
  expect(fileName).toBe('configuration.json')
  return JSON.parse(await blob.text()) as ConfigurationFile
}

const supervisor = () => server().signIn({ groups: ['supervisor:pf'] })

describe('configuration files', () => {
  it('carry everything from one tenant to another, and back again by undo', async () => {
    const [from, to] = [await supervisor(), await supervisor()]
    await from.client.call(saveCategory, { body: { key: 'Pets', value: 'Pets and animals', icon: 'leaf' } })
    await from.client.call(createStatus, { body: { name: 'Filed', position: 2 } })
    const file: ConfigurationFile = {
      ...(await download(from)),
      userGuideUrl: 'https://guide.example.com/',
      purposes: [
        { key: 'Batch', value: null },
        { key: 'Audit', value: 'Audit' },
      ],
      groupRules: [
        {
          userGroup: 'user:pf.made',
          moduleRules: [{ moduleName: 'Product', rules: [{ ruleName: 'NoOfProducts', ruleValue: 3 }] }],
        },
      ],
    }
    const wanted = { ...file, flags: { ...file.flags, ShowInsights: false } }
    const original = await download(to)
    const { differences } = await to.client.call(compareConfiguration, { body: wanted })
    expect(differences).toContainEqual({ path: 'flags.ShowInsights', before: 'true', after: 'false' })
    expect(differences).toContainEqual({
      path: 'categories.Pets',
      before: null,
      after: '{"value":"Pets and animals","icon":"leaf"}',
    })
    expect(differences).toContainEqual({
      path: 'groupRules.user:pf.made.Product.NoOfProducts',
      before: null,
      after: '3',
    })
    expect(await download(to)).toEqual(original)

    const change = await to.client.call(applyConfiguration, { body: wanted })
    expect(change).toMatchObject({ mayUndo: true, undoneAt: null, differences })
    expect((await to.client.call(getSparkConfiguration)).ShowInsights).toBe(false)
    expect((await to.client.call(getStatuses)).map(({ name }) => name)).toEqual(
      file.boardColumns.map(({ name }) => name),
    )
    const { ExecutePurpose = [] } = await to.client.call(getLookupDataNonCached)
    expect(ExecutePurpose.map(({ key }) => key)).toEqual(['Single Run', 'Test', 'Demo', 'Production', 'Audit'])
    expect((await to.client.call(compareConfiguration, { body: wanted })).differences).toEqual([])

    const undone = await to.client.call(undoConfiguration, { params: { change: change.id } })
    expect(undone.undoneAt).not.toBeNull()
    const { groupRules, ...rest } = await download(to)
    expect({ ...original, groupRules }).toEqual({ ...rest, groupRules })
    expect(groupRules).toContainEqual({ userGroup: 'user:pf.made', moduleRules: [] })
    const { items } = await to.client.call(listConfigurationChanges)
    expect(items).toMatchObject([{ id: change.id, mayUndo: false }])
    await expect(to.client.call(undoConfiguration, { params: { change: change.id } })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
  })

  it('are refused as a whole where a part is wrong, in use, or not there', async () => {
    const person = await supervisor()
    const file = await download(person)
    await person.client.call(saveCategory, { body: { key: 'Pets', value: 'Pets', icon: null } })
    await person.client.call(createProduct, { body: { Name: 'Cats', Category: 'Pets' } })
    const before = await download(person)
    // The category is in use, so neither it nor the board changes.
    const columns = [{ name: 'Only one', builtIn: null }]
    await expect(
      person.client.call(applyConfiguration, { body: { ...file, boardColumns: columns } }),
    ).rejects.toMatchObject({ code: 'CATEGORY_IN_USE' })
    expect(await download(person)).toEqual(before)
    const twice = [
      { key: 'Audit', value: 'a' },
      { key: 'audit', value: 'b' },
    ]
    await expect(
      person.client.call(compareConfiguration, { body: { ...before, purposes: twice } }),
    ).rejects.toMatchObject({ fieldErrors: [{ field: 'body.purposes.1' }] })
    await expect(
      person.client.call(undoConfiguration, { params: { change: crypto.randomUUID() } }),
    ).rejects.toMatchObject({ code: 'CONFIGURATION_CHANGE_NOT_FOUND' })
  })

  it('are not taken back over what was configured since', async () => {
    const person = await supervisor()
    const file = await download(person)
    const change = await person.client.call(applyConfiguration, {
      body: { ...file, boardColumns: [...file.boardColumns, { name: 'Filed', builtIn: null }].toReversed() },
    })
    expect((await person.client.call(getStatuses))[0]?.name).toBe('Filed')
    await person.client.call(saveCategory, { body: { key: 'Later', value: 'Later', icon: null } })
    await expect(person.client.call(undoConfiguration, { params: { change: change.id } })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('categories.Later') as string,
    })
  })
})
