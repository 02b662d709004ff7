import { ApiError } from '@sheetwright/contract/api-error.ts'
import { checkInterface } from '@sheetwright/contract/data-dictionary/check-interface.ts'
import { downloadDataDictionary } from '@sheetwright/contract/data-dictionary/download-data-dictionary.ts'
import { getDataDictionary } from '@sheetwright/contract/data-dictionary/get-data-dictionary.ts'
import { uploadDataDictionary } from '@sheetwright/contract/data-dictionary/upload-data-dictionary.ts'
import { expect, it } from 'vitest'
import { workbookFile } from '../../demo/workbook-file.ts'
import { zipOf } from '../documents/sample-files.ts'
import { type SignedIn, useTestServer } from '../support/test-server.ts'
import { buffer } from 'node:stream/consumers'
import yazl from 'yazl'

const server = useTestServer()

const send = ({ client }: SignedIn, content: Buffer) =>
  client.call(uploadDataDictionary, {
    body: {},
    files: { File: { content: new Blob([Uint8Array.from(content)]), fileName: 'dictionary.zip' } },
  })

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => (error instanceof ApiError ? error : undefined),
  )

it('takes CSV, JSON and XLSX from a zip, is searched and sorted, and comes back the same', async () => {
  const boss = await server().signIn({ groups: ['supervisor:pf'] })
  const zip = new yazl.ZipFile()
  zip.addBuffer(
    Buffer.from('name,direction,type,unit,allowed,description\nAge,input,number,years,0 to 120,年齢\n'),
    'a.csv',
  )
  zip.addBuffer(
    Buffer.from(JSON.stringify([{ name: 'Premium', direction: 'output', type: 'number', unit: 'JPY' }])),
    'b.json',
  )
  const sheet = { name: 'Names', cells: { A1: 'Name', B1: 'Type', A2: 'Region', B2: 'text' } }
  zip.addBuffer(await workbookFile({ sheets: [sheet], names: [] }), 'c.xlsx')
  zip.end()
  expect(await send(boss, await buffer(zip.outputStream))).toEqual({ entries: 3, files: 3 })
  const names = async (query = {}) =>
    (await boss.client.call(getDataDictionary, { query })).items.map(({ name, type }) => `${name} ${type}`)
  expect(await names()).toEqual(['Age number', 'Premium number', 'Region text'])
  expect(await names({ sort: '-name' })).toEqual(['Region text', 'Premium number', 'Age number'])
  expect(await names({ searchText: '年' })).toEqual(['Age number'])
  const { blob } = await boss.client.call(downloadDataDictionary)
  expect(await send(boss, Buffer.from(await blob.arrayBuffer()))).toEqual({ entries: 3, files: 1 })
  expect(await names()).toEqual(['Age number', 'Premium number', 'Region text'])

  const findings = await boss.client.call(checkInterface, {
    body: {
      inputs: [
        { name: 'age', type: 'number' },
        { name: 'Premium', type: 'text' },
        { name: 'Sum', type: 'number' },
      ],
      outputs: [{ name: 'Region', type: 'text' }],
    },
  })
  expect(findings.map(({ name, kind }) => [name, kind])).toEqual([
    ['Premium', 'direction'],
    ['Premium', 'type'],
    ['Sum', 'missing'],
  ])
  const other = await server().signIn()
  expect((await other.client.call(getDataDictionary)).count).toBe(0)
  expect(
    await other.client.call(checkInterface, { body: { inputs: [{ name: 'x', type: 'any' }], outputs: [] } }),
  ).toEqual([])
})

it('names everything that is wrong with a zip, and then replaces nothing', async () => {
  const boss = await server().signIn({ groups: ['supervisor:pf'] })
  await send(boss, await zipOf({ 'a.csv': 'name,type\nAge,number\n' }))
  expect((await failureOf(send(boss, Buffer.from('no zip'))))?.code).toBe('INVALID_DATA_DICTIONARY_ZIP')
  const wrong = await zipOf({
    'a.csv': 'name,type\nAge,colour\n,text\nage,number\n',
    'b.json': '{"no": "list"}',
    'c.txt': 'x',
  })
  const failure = await failureOf(send(boss, wrong))
  expect(failure?.code).toBe('INVALID_DATA_DICTIONARY_ZIP')
  expect(failure?.fieldErrors.map(({ field }) => field).toSorted()).toEqual([
    'a.csv, row 2, type',
    'a.csv, row 3, name',
    'b.json',
    'c.txt',
  ])
  expect((await boss.client.call(getDataDictionary)).items.map(({ name }) => name)).toEqual(['Age'])
  const person = await server().signIn()
  expect((await failureOf(send(person, wrong)))?.code).toBe('PERMISSION_DENIED')
})
