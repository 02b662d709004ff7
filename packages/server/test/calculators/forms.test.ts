import { ApiError } from '@sheetwright/contract/api-error.ts'
import { getCalculatorProgram } from '@sheetwright/contract/calculators/get-calculator-program.ts'
import { getFormPdf } from '@sheetwright/contract/calculators/get-form-pdf.ts'
import { getFormSpec } from '@sheetwright/contract/calculators/get-form-spec.ts'
import { getTutorialFormSpec } from '@sheetwright/contract/calculators/get-tutorial-form-spec.ts'
import { getTutorialFormState } from '@sheetwright/contract/calculators/get-tutorial-form-state.ts'
import { updateEngine } from '@sheetwright/contract/engines/update-engine.ts'
import { saveTenantSettings } from '@sheetwright/contract/tenants/save-tenant-settings.ts'
import { expect, it } from 'vitest'
import { printForm } from '../../src/features/calculators/pdf/print-form.ts'
import { premiumWorkbook } from '../execution/workbooks.ts'
import { publishedEngine } from '../support/published-engine.ts'
import { useTestServer } from '../support/test-server.ts'

const server = useTestServer()

async function calculator() {
  const person = await server().signIn()
  const { productId, engineId, versionId } = await publishedEngine(server(), person, premiumWorkbook())
  const params = { product: productId, engine: engineId }
  const program = () => person.client.call(getCalculatorProgram, { params, body: { versionId } })
  const state = (inputs: Record<string, unknown>) =>
    person.client.call(getTutorialFormState, { params, body: { inputs } })
  return { person, params, versionId, program, state }
}

it('makes a form that can be shown unedited from the interface, the validations and the descriptions', async () => {
  const { person, params, versionId } = await calculator()
  const spec = await person.client.call(getFormSpec, { params, body: {} })
  expect(spec.layout.sections).toEqual([
    {
      key: 'inputs',
      title: { en: 'Your details', ja: '入力内容' },
      columns: 2,
      fields: [
        { input: 'Sum', label: { en: 'Sum insured' }, widget: 'number' },
        { input: 'Age', label: { en: 'Age' }, widget: 'slider', min: 18, max: 99, step: 1 },
        { input: 'Cover', label: { en: 'Cover' }, widget: 'radio' },
      ],
    },
  ])
  expect(spec.layout.results).toEqual([
    { kind: 'figure', output: 'Premium', label: { en: 'Premium' }, large: true },
    { kind: 'figure', output: 'Band', label: { en: 'Band' }, large: false },
    { kind: 'table', output: 'Years', label: { en: 'Years' } },
  ])
  expect(spec.schema).toMatchObject({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    properties: {
      Age: { minimum: 18, maximum: 99, default: 40 },
      Cover: { enum: ['Basic', 'Full'] },
    },
  })
  expect(spec).toMatchObject({ source: 'generated', computes: 'server', engine: { versionId, revision: '1.0.0' } })
  // A form must not reveal cell addresses of the workbook.
  expect(JSON.stringify(spec)).not.toContain('Calc!')
  expect(await person.client.call(getTutorialFormSpec, { params, body: {} })).toEqual(spec)
})

it('answers with the state of every field and the results, and names the field that is wrong', async () => {
  const { state } = await calculator()
  const right = await state({ Sum: 2000, Age: 50 })
  expect(right.outputs).toMatchObject({ Premium: 60, Band: 'adult' })
  expect(right.fields).toEqual([
    { input: 'Sum', value: 2000, options: null, min: null, max: null, hidden: false, disabled: false, problem: null },
    { input: 'Age', value: 50, options: null, min: 18, max: 99, hidden: false, disabled: false, problem: null },
    expect.objectContaining({ input: 'Cover', value: 'Basic', options: ['Basic', 'Full'], problem: null }),
  ])
  const wrong = await state({ Age: 17 })
  expect(wrong.outputs).toEqual({})
  expect(wrong.fields.find(({ input }) => input === 'Age')?.problem).toBe('The age must be from 18 to 99')
  const refused = await state({ Sum: 2_000_000 })
  expect(refused.fields.find(({ input }) => input === 'Sum')?.problem).toBe('The sum insured is too high')
  expect(refused.outputs).toEqual({})
})

it('hands out the program only where the author allows it', async () => {
  const { person, params, program } = await calculator()
  const refusal = await program().then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(refusal).toBeInstanceOf(ApiError)
  expect(refusal).toMatchObject({ code: 'PERMISSION_DENIED', status: 403 })
  await person.client.call(updateEngine, { params, body: { mayLeave: true } })
  expect((await program()).program).toContain('export')
  expect((await person.client.call(getFormSpec, { params, body: {} })).computes).toBe('browser')
})

it("tells the page the organisation's name, logo and colour", async () => {
  const person = await server().signIn({ groups: ['supervisor:pf'] })
  const { productId, engineId } = await publishedEngine(server(), person, premiumWorkbook())
  const params = { product: productId, engine: engineId }
  const spec = () => person.client.call(getFormSpec, { params, body: {} })
  expect(await spec()).toMatchObject({ organisation: person.tenantName, brand: { logo: null, colour: null } })
  const logo = `data:image/png;base64,${Buffer.from('a logo').toString('base64')}`
  const save = (brand: { name: string | null; logo: string | null; colour: string | null }) =>
    person.client.call(saveTenantSettings, { body: { brand } })
  await save({ name: 'Fair Insurance', logo, colour: '#12ab34' })
  expect(await spec()).toMatchObject({ organisation: 'Fair Insurance', brand: { logo, colour: '#12ab34' } })
  for (const wrong of [
    { name: null, logo: 'https://elsewhere.test/logo.png', colour: null },
    { name: null, logo: 'data:image/svg+xml;base64,PHN2Zz4=', colour: null },
    { name: null, logo: null, colour: 'red; background: url(//elsewhere.test)' },
  ]) {
    const refusal = await save(wrong).then(
      () => undefined,
      (error: unknown) => error,
    )
    expect(refusal).toMatchObject({ code: 'INVALID_INPUT' })
  }
})

it('prints inputs and results of scenarios as a PDF, and says on it why there are no results', async () => {
  const { person, params, state } = await calculator()
  const pdf = (scenarios: Record<string, unknown>[], language: 'en' | 'ja' = 'en') =>
    person.client.call(getFormPdf, { params, body: { scenarios, language } })
  const made = await pdf([{ Sum: 2000, Age: 50 }, { Age: 17 }], 'ja')
  expect(made.fileName).toMatch(/\d{4}-\d{2}-\d{2}\.pdf$/)
  expect(
    Buffer.from(await made.blob.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
  for (const wrong of [[], Array.from({ length: 5 }, () => ({}))]) {
    const refusal = await pdf(wrong).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ code: 'INVALID_INPUT', status: 400 })
  }

  const spec = await person.client.call(getFormSpec, { params, body: {} })
  const states = [await state({ Sum: 2000, Age: 50 }), await state({ Age: 17 })]
  const { title, blocks } = printForm({ spec, states, language: 'en', at: new Date(0), logo: null })
  expect(title).toBe(spec.layout.title.en)
  const tables = blocks.filter((block) => block.kind === 'table')
  expect(tables[0]?.headings).toEqual(['', 'A', 'B'])
  expect(tables[0]?.rows).toContainEqual(['Age', '50', '17'])
  expect(tables[1]?.rows).toContainEqual(['Band', 'adult', '–'])
  const notices = blocks.flatMap((block) => (block.kind === 'notice' ? [block.text] : []))
  expect(notices).toEqual([
    'Scenario B: There are no results for these inputs.',
    'Scenario B: Age: The age must be from 18 to 99',
  ])
})
