import type { ApiError } from '@sheetwright/contract/api-error.ts'
import type { FormLayout } from '@sheetwright/contract/calculators/form-layout.ts'
import { getFormDraft } from '@sheetwright/contract/calculators/get-form-draft.ts'
import { getFormSpec } from '@sheetwright/contract/calculators/get-form-spec.ts'
import { getFormVersion } from '@sheetwright/contract/calculators/get-form-version.ts'
import { getTutorialFormState } from '@sheetwright/contract/calculators/get-tutorial-form-state.ts'
import { importForm } from '@sheetwright/contract/calculators/import-form.ts'
import { listFormVersions } from '@sheetwright/contract/calculators/list-form-versions.ts'
import { listTutorials } from '@sheetwright/contract/calculators/list-tutorials.ts'
import { publishForm } from '@sheetwright/contract/calculators/publish-form.ts'
import { saveFormDraft } from '@sheetwright/contract/calculators/save-form-draft.ts'
import { cloneProduct } from '@sheetwright/contract/products/clone-product.ts'
import { expect, it } from 'vitest'
import { premiumWorkbook } from '../execution/workbooks.ts'
import { publishedEngine } from '../support/published-engine.ts'
import { useTestServer } from '../support/test-server.ts'

const server = useTestServer()

async function builder() {
  const person = await server().signIn()
  const engine = await publishedEngine(server(), person, premiumWorkbook())
  const params = { product: engine.productId, engine: engine.engineId }
  const { client } = person
  return {
    person,
    engine,
    params,
    draft: () => client.call(getFormDraft, { params }),
    spec: () => client.call(getFormSpec, { params, body: {} }),
    save: (layout: FormLayout, edition: number) => client.call(saveFormDraft, { params, body: { layout, edition } }),
    publish: (edition: number) => client.call(publishForm, { params, body: { edition, note: 'For the website' } }),
    imported: (layout: unknown, edition: number) => client.call(importForm, { params, body: { layout, edition } }),
  }
}

const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  )

/** The engine's default form with the age only for full cover, another default and a sentence. */
function edited(own: FormLayout): FormLayout {
  const [section] = own.sections
  if (section === undefined) throw new Error('The form has no section')
  return {
    ...own,
    title: { en: 'Your premium', ja: '保険料' },
    sections: [
      {
        ...section,
        columns: 1,
        fields: section.fields.flatMap((field) => {
          if (field.input === 'Cover') return [{ ...field, default: 'Full' }]
          if (field.input !== 'Age') return [field]
          const isFull = { input: 'Cover', is: 'equal' as const, value: 'Full' }
          return [{ ...field, shownIf: { match: 'all' as const, comparisons: [isFull] } }]
        }),
      },
    ],
    results: [{ kind: 'sentence', text: { en: 'You pay {Premium} for {Sum}.' } }, ...own.results],
  }
}

it('keeps a draft apart from what visitors see until it is published', async () => {
  const { draft, spec, save, publish, person, params } = await builder()
  const start = await draft()
  expect(start).toMatchObject({ edition: 0, published: null, isPublished: false, changes: [] })
  const layout = edited(start.own)
  const saved = await save(layout, 0)
  expect(saved).toMatchObject({ edition: 1, isPublished: false, spec: { source: 'draft', layout } })
  expect((await spec()).source).toBe('generated')

  // A caller who read an older edition cannot overwrite it.
  expect(await failureOf(save(start.own, 0))).toMatchObject({ code: 'CONFLICT' })
  expect(await failureOf(publish(0))).toMatchObject({ code: 'CONFLICT' })

  expect(await publish(1)).toMatchObject({ isPublished: true, published: { number: 1, note: 'For the website' } })
  expect(await spec()).toMatchObject({ source: 'published', layout })
  const state = await person.client.call(getTutorialFormState, { params, body: { inputs: { Cover: 'Basic' } } })
  expect(state.fields.find(({ input }) => input === 'Age')?.hidden).toBe(true)
  const full = await person.client.call(getTutorialFormState, { params, body: {} })
  expect(full.fields).toContainEqual(expect.objectContaining({ input: 'Cover', value: 'Full' }))
  expect(full.fields).toContainEqual(expect.objectContaining({ input: 'Age', hidden: false }))

  await save({ ...layout, title: { en: 'Another title' } }, 1)
  await publish(2)
  const { items } = await person.client.call(listFormVersions, { params })
  expect(items.map(({ number }) => number)).toEqual([2, 1])
  expect(await person.client.call(getFormVersion, { params: { ...params, version: 1 } })).toEqual(layout)
  expect(await failureOf(person.client.call(getFormVersion, { params: { ...params, version: 3 } }))).toMatchObject({
    code: 'FORM_VERSION_NOT_FOUND',
  })
})

it('travels with a copy of its product', async () => {
  const { draft, save, publish, person, params, engine } = await builder()
  const layout = edited((await draft()).own)
  await save(layout, 0)
  await publish(1)
  await person.client.call(cloneProduct, { params: { product: params.product }, body: { name: 'Copied with forms' } })
  const copied = await person.client.call(getFormSpec, {
    params: { product: 'Copied with forms', engine: engine.serviceName },
    body: {},
  })
  expect(copied).toMatchObject({ source: 'published', layout })
})

it('names every problem of a form by its key, and publishes or imports none with a problem', async () => {
  const { draft, save, publish, imported, spec } = await builder()
  const { own } = await draft()
  const [section] = own.sections
  const wrong = {
    ...own,
    sections: [
      { ...section, fields: [...(section?.fields ?? []), { input: 'Gone', label: {}, widget: 'number' }] },
      { key: 'inputs', title: {}, columns: 1, fields: [{ input: 'Age', label: {}, widget: 'switch', default: 'old' }] },
    ],
    results: [
      { kind: 'figure', output: 'Years', label: {}, large: false },
      { kind: 'chart', output: 'Years', label: {}, chart: 'bar', x: 'None', series: ['None'] },
      { kind: 'sentence', text: { en: 'You pay {Nothing}.' } },
    ],
  }
  const refused = await failureOf(imported(wrong, 0))
  expect(refused).toMatchObject({ code: 'PRODUCT_TUTORIAL_UPLOAD_ERROR', status: 400 })
  const keys = (refused as ApiError).fieldErrors.map(({ field }) => field)
  expect(keys).toEqual([
    'sections[0].fields[3].input',
    'sections[1].key',
    'sections[1].fields[0].widget',
    'sections[1].fields[0].default',
    'sections[1].fields[0].input',
    'results[0].output',
    'results[1].x',
    'results[1].series[0]',
    'results[2].text',
  ])
  const fields = section?.fields.map((field, index) => (index === 0 ? { ...field, widget: 'dial' } : field))
  const shapeless = { ...own, sections: [{ ...section, columns: 9, fields }], nonsense: 1, title: 'Mine' }
  const unreadable = (await failureOf(imported(shapeless, 0))) as ApiError
  expect(Object.fromEntries(unreadable.fieldErrors.map(({ field, message }) => [field, message]))).toMatchObject({
    title: 'The value must be of the type object',
    'sections[0].columns': expect.any(String),
    'sections[0].fields[0].widget': expect.stringMatching(/^The value must be one of number, slider, /),
    nonsense: 'A form has no such key here',
  })

  // A draft may have problems, a published form may not.
  await save(wrong as FormLayout, 0)
  expect(await failureOf(publish(1))).toMatchObject({ code: 'PRODUCT_TUTORIAL_UPLOAD_ERROR' })
  expect((await spec()).source).toBe('generated')
  expect(await imported(own, 1)).toMatchObject({ edition: 2, spec: { layout: own } })
})

it('fits a published form to a version with another interface, and says what has changed', async () => {
  const { draft, save, publish, spec, person, engine } = await builder()
  await save(edited((await draft()).own), 0)
  await publish(1)
  const names = { Xinput_Cover: 'Xinput_Plan', Xoutput_Premium: 'Xoutput_Price' } as const
  const workbook = premiumWorkbook()
  const renamed = JSON.parse(
    Object.entries(names).reduce((json, [from, to]) => json.replaceAll(from, to), JSON.stringify(workbook)),
  ) as typeof workbook
  await publishedEngine(server(), person, renamed, {
    productId: engine.productId,
    serviceName: engine.serviceName,
    revision: '2.0.0',
  })
  const { layout, source, engine: shown } = await spec()
  expect({ source, revision: shown.revision }).toEqual({ source: 'published', revision: '2.0.0' })
  expect(layout.title).toEqual({ en: 'Your premium', ja: '保険料' })
  const fields = layout.sections.flatMap((section) => section.fields)
  expect(fields.map(({ input }) => input)).toEqual(['Sum', 'Age', 'Plan'])
  // The input of the condition is gone, and so is the condition.
  expect(fields.find(({ input }) => input === 'Age')).not.toHaveProperty('shownIf')
  // A sentence with a removed name would show the name.
  expect(layout.results.map(({ kind }) => kind)).toEqual(['figure', 'table'])
  expect((await draft()).changes).toEqual([
    { kind: 'added', direction: 'input', name: 'Plan' },
    { kind: 'added', direction: 'output', name: 'Price' },
    { kind: 'removed', direction: 'input', name: 'Cover' },
    { kind: 'removed', direction: 'output', name: 'Premium' },
  ])
})

it('keeps texts, pictures and steps around a calculator, nothing harmful in them, and lists them with their product', async () => {
  const { draft, save, publish, spec, person, engine } = await builder()
  const { own } = await draft()
  const picture = `data:image/png;base64,${Buffer.from('a picture').toString('base64')}`
  const tutorial = {
    intro: { en: '<p>Welcome <script>alert(1)</script><strong onclick="alert(2)">all</strong></p>' },
    steps: [
      { title: { en: 'A young driver' }, picture, section: 'inputs', values: { Age: 18 } },
      { title: { en: 'Unknown things' }, section: 'nowhere', values: { Sum: 'much', Gone: 1 } },
    ],
  }
  const saved = await save({ ...own, tutorial }, 0)
  expect(saved.spec.layout.tutorial?.intro).toEqual({ en: '<p>Welcome <strong>all</strong></p>' })
  const refused = await failureOf(publish(1))
  expect((refused as ApiError).fieldErrors.map(({ field }) => field)).toEqual([
    'tutorial.steps[1].section',
    'tutorial.steps[1].values.Sum',
    'tutorial.steps[1].values.Gone',
  ])
  await save({ ...own, tutorial: { ...tutorial, steps: tutorial.steps.slice(0, 1) } }, 1)
  await publish(2)
  expect((await spec()).layout.tutorial?.steps).toEqual(tutorial.steps.slice(0, 1))
  const { items } = await person.client.call(listTutorials, { params: { product: engine.productId } })
  expect(items).toMatchObject([{ engineId: engine.engineId, steps: 1, number: 1 }])
})
