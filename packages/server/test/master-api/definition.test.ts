import { getFormDraft } from '@sheetwright/contract/calculators/get-form-draft.ts'
import { listTutorials } from '@sheetwright/contract/calculators/list-tutorials.ts'
import { publishForm } from '@sheetwright/contract/calculators/publish-form.ts'
import { saveFormDraft } from '@sheetwright/contract/calculators/save-form-draft.ts'
import { ApiError } from '@sheetwright/contract/api-error.ts'
import { getFormSpec } from '@sheetwright/contract/calculators/get-form-spec.ts'
import { getEngine } from '@sheetwright/contract/engines/get-engine.ts'
import { executeEngine } from '@sheetwright/contract/execution/execute-engine.ts'
import { addMasterApi } from '@sheetwright/contract/master-api/add-master-api.ts'
import { checkEngines } from '@sheetwright/contract/master-api/check-engines.ts'
import { compareMasterApi } from '@sheetwright/contract/master-api/compare-master-api.ts'
import { deleteMasterApi } from '@sheetwright/contract/master-api/delete-master-api.ts'
import { downloadMasterApi } from '@sheetwright/contract/master-api/download-master-api.ts'
import { getMasterApi } from '@sheetwright/contract/master-api/get-master-api.ts'
import { getProductTutorials } from '@sheetwright/contract/master-api/get-product-tutorials.ts'
import { publishMasterApi } from '@sheetwright/contract/master-api/publish-master-api.ts'
import { saveMasterApi } from '@sheetwright/contract/master-api/save-master-api.ts'
import { validateProductTutorial } from '@sheetwright/contract/master-api/validate-product-tutorial.ts'
import { describe, expect, it } from 'vitest'
import { workbookFile, type WorkbookSpec } from '../../demo/workbook-file.ts'
import { codeOf } from '../engines/code-of.ts'
import { type Author, newAuthor, upload, useEngineServer } from '../engines/engine-server.ts'

const server = useEngineServer()

/** A sum with a range, and a text with a list. */
function quote(): WorkbookSpec {
  return {
    application: 'Microsoft Excel',
    sheets: [
      {
        name: 'Quote',
        cells: {
          A1: 'Sum',
          B1: { content: 100, format: '0.00' },
          A2: 'Plan',
          B2: 'Basic',
          A3: 'Premium',
          B3: { formula: '=B1*2', saved: 200 },
        },
        validations: [
          { range: 'B1', type: 'decimal', operator: 'between', formula1: '10', formula2: '1000' },
          { range: 'B2', type: 'list', formula1: '"Basic,Plus"' },
        ],
      },
    ],
    names: [
      { name: 'Xinput_Sum', refersTo: 'Quote!$B$1' },
      { name: 'Xinput_Plan', refersTo: 'Quote!$B$2' },
      { name: 'Xoutput_Premium', refersTo: 'Quote!$B$3' },
    ],
  }
}

const sum = { name: 'Sum', direction: 'input', type: 'number', required: true, min: 10, max: 1000 } as const
const plan = { name: 'Plan', direction: 'input' as const, type: 'text' as const, allowedValues: ['Basic', 'Plus'] }
const premium = { name: 'Premium', direction: 'output', type: 'number', required: true } as const

function send({ client, product }: Author, fileName: string, content: string | Buffer) {
  const blob = new Blob([typeof content === 'string' ? content : Uint8Array.from(content)])
  return client.call(addMasterApi, { params: { product }, body: {}, files: { file: { content: blob, fileName } } })
}

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => (error instanceof ApiError ? error : undefined),
  )

describe('the master API definition of a product', () => {
  it('comes as csv, xlsx, json and OpenAPI, has versions, and comes back the same', async () => {
    const author = await newAuthor(server())
    const { client, product } = author
    const params = { product }
    expect(await codeOf(client.call(getMasterApi, { params }))).toBe('MASTER_API_DEFINITION_NOT_EXISTS')
    expect(await client.call(getMasterApi, { params, query: { orNull: 'true' } })).toBeNull()
    const template = await client.call(downloadMasterApi, { params, query: { template: 'true' } })
    const text = await template.blob.text()
    const first = await send(author, 'template.csv', text)
    expect(first).toMatchObject({
      version: 1,
      state: 'Draft',
      mode: 'warn',
      fields: [
        { name: 'SumInsured', direction: 'input', type: 'currency', required: true, min: 0, labelJa: '保険金額' },
      ],
    })
    const cells = {
      A1: 'Type',
      B1: 'api name',
      C1: 'Direction',
      D1: 'Required',
      A2: 'number',
      B2: 'Sum',
      C2: 'Input',
      D2: true,
    }
    const sheet = await send(author, 'api.xlsx', await workbookFile({ sheets: [{ name: 'API', cells }], names: [] }))
    expect(sheet).toMatchObject({
      version: 2,
      fields: [{ name: 'Sum', direction: 'input', type: 'number', required: true }],
    })
    expect(await send(author, 'api.json', JSON.stringify([sum, premium]))).toMatchObject({
      version: 3,
      fields: [sum, premium],
    })
    const schema = { type: 'object', required: ['Sum'], properties: { Sum: { $ref: '#/components/schemas/Money' } } }
    const answer = { type: 'object', properties: { Day: { type: 'string', format: 'date', title: 'Begins on' } } }
    const openApi = {
      openapi: '3.1.0',
      paths: {
        '/quote': {
          post: {
            requestBody: { content: { 'application/json': { schema } } },
            responses: { '200': { content: { 'application/json': { schema: answer } } } },
          },
        },
      },
      components: { schemas: { Money: { type: 'number', minimum: 5, description: 'In euros' } } },
    }
    expect((await send(author, 'openapi.json', JSON.stringify(openApi))).fields).toMatchObject([
      { name: 'Sum', direction: 'input', type: 'number', required: true, min: 5, description: 'In euros' },
      { name: 'Day', direction: 'output', type: 'date', labelEn: 'Begins on' },
    ])
    const published = await client.call(publishMasterApi, { params, body: { version: 3 } })
    expect(published).toMatchObject({ version: 3, state: 'Active' })
    expect(await client.call(getMasterApi, { params })).toMatchObject({
      version: 3,
      versions: [{ version: 4 }, { version: 3, state: 'Active' }, { version: 2 }, { version: 1 }],
    })
    const { blob } = await client.call(downloadMasterApi, { params, query: { version: 1 } })
    expect(await blob.text()).toBe(text)
    expect(await codeOf(client.call(getMasterApi, { params, query: { version: 9 } }))).toBe(
      'MASTER_API_DEFINITION_NOT_EXISTS',
    )
    expect(await client.call(deleteMasterApi, { params })).toEqual({ versions: 4 })
    expect(await codeOf(client.call(deleteMasterApi, { params }))).toBe('MASTER_API_DEFINITION_NOT_EXISTS')
  })

  it('names row and column of everything that is wrong, and keeps nothing of it', async () => {
    const author = await newAuthor(server())
    const wrong = await failureOf(
      send(
        author,
        'a.csv',
        'API name,Direction,Type,Minimum\nA,input,colour,\nB,both,number,low\n,input,text,\na,input,text,\n',
      ),
    )
    expect(wrong?.code).toBe('INVALID_MASTER_API_DEFINITION')
    expect(wrong?.fieldErrors.map(({ field }) => field)).toEqual([
      'row 2, Type',
      'row 3, Direction',
      'row 3, Minimum',
      'row 4, API name',
    ])
    const twice = await failureOf(send(author, 'a.csv', 'API name,Direction,Type\nA,input,text\nA,INPUT,text\n'))
    expect(twice?.fieldErrors).toMatchObject([{ field: 'row 3, API name' }])
    for (const [name, content] of [
      ['a.csv', 'Name\nA\n'],
      ['a.csv', ''],
      ['a.json', 'no json'],
      ['a.json', '{"openapi":"3.1.0","paths":{}}'],
      ['a.json', '[{"name":"A","direction":"input","type":"number","more":1}]'],
    ] as const) {
      expect((await failureOf(send(author, name, content)))?.code).toBe('INVALID_MASTER_API_DEFINITION')
    }
    expect(await codeOf(send(author, 'a.txt', 'A'))).toBe('INVALID_FILE_TYPE')
    expect(await codeOf(send(author, 'a.xlsx', 'no workbook'))).toBe('CORRUPT_EXCEL_FILE_FOR_TYPE1')
    const { client, product } = author
    const again = client.call(saveMasterApi, { params: { product }, body: { fields: [sum, sum] } })
    expect((await failureOf(again))?.fieldErrors).toMatchObject([{ field: 'body.fields.1.name' }])
    expect(await codeOf(client.call(getMasterApi, { params: { product } }))).toBe('MASTER_API_DEFINITION_NOT_EXISTS')
  })

  it('governs uploads, checks and tutorials, and says what a change would break', async () => {
    const author = await newAuthor(server())
    const { client, product } = author
    const params = { product }
    const described = {
      ...sum,
      unit: 'EUR',
      description: 'What is paid at most',
      section: 'Cover',
      labelEn: 'Sum insured',
      labelJa: '保険金額',
    }
    await client.call(saveMasterApi, { params, body: { fields: [described, plan, premium] } })
    // A draft has no effect.
    expect((await upload(author, quote(), { data: { publish: true } })).warnings).toEqual([])
    await client.call(publishMasterApi, { params, body: {} })
    expect(await client.call(checkEngines, { params })).toMatchObject([{ serviceName: 'premium', problems: [] }])

    const engine = (await client.call(checkEngines, { params }))[0]?.engineId ?? ''
    const detail = await client.call(getEngine, { params: { product, engine } })
    expect(detail.interface.inputs.find(({ name }) => name === 'Sum')).toMatchObject({
      description: 'What is paid at most',
      defined: { unit: 'EUR', section: 'Cover', labelEn: 'Sum insured', labelJa: '保険金額' },
    })
    const form = await client.call(getFormSpec, { params: { product, engine }, body: {} })
    expect(form.layout.sections.map(({ title }) => title.en)).toEqual(['Cover', 'Quote'])
    expect(form.layout.sections[0]?.fields).toMatchObject([
      {
        input: 'Sum',
        label: { en: 'Sum insured', ja: '保険金額' },
        unit: { en: 'EUR' },
        help: { en: 'What is paid at most' },
      },
    ])

    const wider = { ...sum, min: 0 }
    const more = { ...plan, allowedValues: ['Basic', 'Plus', 'Top'], deprecatedSince: '2026' }
    const changed = { ...premium, type: 'text' as const }
    const age = { name: 'Age', direction: 'input', type: 'integer', required: true } as const
    await client.call(saveMasterApi, { params, body: { fields: [wider, more, changed, age] } })
    await client.call(executeEngine, { params: { product, engine }, body: { request_data: { inputs: { Sum: 50 } } } })
    const difference = await client.call(compareMasterApi, { params, query: { from: 1, to: 2 } })
    expect(difference.changes.map(({ name, changed: what }) => [name, what.includes('min') || what.length])).toEqual([
      ['Sum', true],
      ['Plan', 2],
      ['Premium', 1],
      ['Age', 0],
    ])
    expect(difference.breaks).toMatchObject([{ serviceName: 'premium' }])
    const kinds = difference.breaks[0]?.problems.map(({ field, kind }) => `${field} ${kind}`)
    expect(kinds).toEqual(['Sum minimum', 'Plan values', 'Premium type', 'Age missing'])
    expect((await client.call(compareMasterApi, { params, query: { from: 2, to: 1 } })).breaks).toEqual([])

    await client.call(publishMasterApi, { params, body: { version: 2, mode: 'warn' } })
    const warned = await upload(author, quote(), { fileName: 'second.xlsx' })
    expect(warned.warnings.filter(({ key }) => key === 'MASTER_API_DEFINITION')).toHaveLength(5)
    expect(await client.call(getProductTutorials, { params })).toMatchObject([
      { serviceName: 'premium', isValid: false },
      { serviceName: 'second', isValid: false },
    ])
    const invalid = await failureOf(client.call(validateProductTutorial, { params, body: { serviceName: 'premium' } }))
    expect(invalid?.code).toBe('PRODUCT_TUTORIAL_UPLOAD_ERROR')
    expect(invalid?.fieldErrors.map(({ field }) => field)).toEqual(['Sum', 'Plan', 'Premium', 'Age'])
    expect(await codeOf(client.call(validateProductTutorial, { params, body: { serviceName: 'none' } }))).toBe(
      'ENGINE_NOT_FOUND',
    )

    await client.call(publishMasterApi, { params, body: { version: 2, mode: 'block' } })
    const blocked = await failureOf(upload(author, quote(), { fileName: 'third.xlsx' }))
    expect(blocked?.code).toBe('INVALID_ENGINE_CONFIGURATION')
    expect(blocked?.fieldErrors.map(({ field }) => field)).toEqual(['Sum', 'Plan', 'Premium', 'Age'])
    await client.call(publishMasterApi, { params, body: { version: 1 } })
    expect((await upload(author, quote(), { fileName: 'third.xlsx' })).warnings).toEqual([])
    expect(await client.call(validateProductTutorial, { params, body: { serviceName: 'Premium' } })).toMatchObject({
      isValid: true,
    })

    // The form of a calculator is checked against the definition too: what it offers and what it leaves out.
    const address = { params: { product, engine } }
    const { own } = await client.call(getFormDraft, address)
    const step = { title: { en: 'Try a small sum' }, values: { Sum: -5 } }
    const layout = { ...own, tutorial: { steps: [step] } }
    await client.call(saveFormDraft, { ...address, body: { layout, edition: 0 } })
    const unfit = await failureOf(client.call(publishForm, { ...address, body: { edition: 1 } }))
    expect([unfit?.code, unfit?.fieldErrors.map(({ field }) => field)]).toEqual([
      'PRODUCT_TUTORIAL_UPLOAD_ERROR',
      ['Sum'],
    ])
    await client.call(publishMasterApi, { params, body: { version: 1, mode: 'warn' } })
    await client.call(publishForm, { ...address, body: { edition: 1 } })
    const { items } = await client.call(listTutorials, { params: { product } })
    expect(items.map(({ problems }) => problems?.map(({ kind, engine: what }) => [kind, what]))).toEqual([
      [['offered', '-5']],
    ])
    expect(await codeOf(client.call(validateProductTutorial, { params, body: { serviceName: 'premium' } }))).toBe(
      'PRODUCT_TUTORIAL_UPLOAD_ERROR',
    )
  })
})
