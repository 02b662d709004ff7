import type { WorkbookSpec } from '../../../compiler/test/workbook-builder.ts'
import { writeFile } from 'node:fs/promises'
import { exportAsPdf } from '@sheetwright/contract/api-documentation/export-as-pdf.ts'
import { generateApiDoc } from '@sheetwright/contract/api-documentation/generate-api-doc.ts'
import { startApiDoc } from '@sheetwright/contract/api-documentation/start-api-doc.ts'
import { getEngine } from '@sheetwright/contract/engines/get-engine.ts'
import { downloadJobFile } from '@sheetwright/contract/jobs/download-job-file.ts'
import { publishMasterApi } from '@sheetwright/contract/master-api/publish-master-api.ts'
import { saveMasterApi } from '@sheetwright/contract/master-api/save-master-api.ts'
import { listCalls } from '@sheetwright/contract/call-log/list-calls.ts'
import { describe, expect, it } from 'vitest'
import { waitForJob } from '../../src/platform/jobs/wait-for-job.ts'
import { renderPdf } from '../../src/features/api-documentation/render-pdf.ts'
import type { DocBlock } from '../../src/features/api-documentation/doc-model.ts'
import { codeOf } from '../engines/code-of.ts'
import { useEngineServer } from '../engines/engine-server.ts'
import { premiumWorkbook } from '../execution/workbooks.ts'
import { publishedEngine } from '../support/published-engine.ts'

const server = useEngineServer()

async function textOf({ blob }: { readonly blob: Blob }): Promise<string> {
  return blob.text()
}

function scheduleWorkbook(): WorkbookSpec {
  const months = Array.from({ length: 12 }, (_, i) => i + 1)
  return {
    sheets: [
      {
        name: 'S',
        cells: {
          B1: 100,
          D1: 'Month',
          E1: 'Balance',
          ...Object.fromEntries(months.map((month) => [`D${month + 1}`, month])),
          ...Object.fromEntries(
            months.map((month) => [`E${month + 1}`, { formula: `B1*D${month + 1}`, value: 100 * month }]),
          ),
        },
      },
    ],
    names: [
      { name: 'Xinput_Amount', text: 'S!$B$1' },
      { name: 'Xoutput_Schedule', text: 'S!$D$1:$E$13' },
    ],
  }
}

function asHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

describe('API documentation', () => {
  it('tells inputs, outputs, executed examples, errors and versions of one engine, and keeps no call', async () => {
    const person = await server().signIn({ groups: ['supervisor:pf'] })
    const first = await publishedEngine(server(), person, premiumWorkbook(), { serviceName: 'Motor <premium>' })
    await publishedEngine(server(), person, premiumWorkbook(0.03), {
      productId: first.productId,
      serviceName: 'Motor <premium>',
      revision: '1.1.0',
    })
    const body = { product: first.productId, engine: first.engineId }
    const answer = await person.client.call(generateApiDoc, { body })
    expect(answer.fileName).toBe('Motor <premium>_1.1.0_api.html')
    const html = await textOf(answer)
    expect(html).toContain('API documentation of Motor &lt;premium&gt;')
    expect(html).not.toContain('<premium>')
    for (const part of [
      'x-synthetic-key',
      '/api/v3/folders/',
      'Cover',
      'One of ',
      '&quot;Premium&quot;: 42',
      '1.0.0',
      'INVALID_INPUT',
    ])
      expect(html).toContain(part)
    expect(html).not.toMatch(/<script|src=|url\(/)
    const japanese = await textOf(await person.client.call(generateApiDoc, { body: { ...body, language: 'ja' } }))
    expect(japanese).toContain('の API ドキュメント')
    const { count } = await person.client.call(listCalls, { params: { ...body, purpose: 'All' }, body: {} })
    expect(count).toBe(0)
    // What the documented address answers, and every code that it may answer with.
    const refused = { request_data: { inputs: { Sum: 'abc', Age: 40, Cover: 'Basic' } } }
    const service = `/${person.tenantName}/api/v3/folders/${first.productId}/services/${first.engineId}/execute`
    const sent = await fetch(server().origin + service, {
      method: 'POST',
      headers: { ...person.headers, 'content-type': 'application/json' },
      body: JSON.stringify(refused),
    })
    const { response_data } = (await sent.json()) as { response_data: { errors: { message: string }[] } }
    for (const [name, value] of Object.entries(response_data.errors[0] ?? {}))
      expect(html).toContain(asHtml(`"${name}": ${JSON.stringify(value)}`))
    for (const code of ['TOO_MANY_REQUESTS', 'TENANT_MISMATCH', 'REQUEST_TOO_LARGE']) expect(html).toContain(code)
  })

  it('is made in the background too, with what the master API definition says', async () => {
    const person = await server().signIn({ groups: ['supervisor:pf'] })
    const { productId } = await publishedEngine(server(), person, premiumWorkbook(), { serviceName: 'Motor' })
    const { inputs } = await person.client.call(getEngine, { params: { product: productId, engine: 'Motor' } })
    const field = {
      name: inputs[0]?.name ?? '',
      direction: 'input' as const,
      type: 'number' as const,
      unit: 'years',
      labelEn: 'Age of the driver',
      labelJa: '運転者の年齢',
      deprecatedSince: '2026-01-01',
    }
    const { version } = await person.client.call(saveMasterApi, {
      params: { product: productId },
      body: { fields: [field] },
    })
    await person.client.call(publishMasterApi, { params: { product: productId }, body: { version } })
    const html = await textOf(await person.client.call(generateApiDoc, { body: { product: productId } }))
    for (const part of ['years', 'Age of the driver', 'Deprecated since 2026-01-01']) expect(html).toContain(part)
    const { jobId } = await person.client.call(startApiDoc, {
      body: { product: productId, language: 'ja', form: 'html' },
    })
    const { tenantId, userId } = person
    await waitForJob(server().services, { tenantId, userId, jobId }, new AbortController().signal)
    const made = await person.client.call(downloadJobFile, { params: { job: jobId } })
    expect(made.fileName).toMatch(/_api\.html$/)
    expect(await textOf(made)).toContain('運転者の年齢')
    const unknown = person.client.call(startApiDoc, { body: { product: 'Nothing', form: 'pdf' } })
    expect(await codeOf(unknown)).toBe('PRODUCT_NOT_FOUND')
  })

  it('covers all engines of a product, as PDF with a name that says so', async () => {
    const person = await server().signIn({ groups: ['supervisor:pf'] })
    const { productId, product } = await publishedEngine(server(), person, premiumWorkbook(), { serviceName: 'Motor' })
    await publishedEngine(server(), person, scheduleWorkbook(), { productId, serviceName: '火災保険' })
    const html = await textOf(await person.client.call(generateApiDoc, { body: { product: productId } }))
    expect(html).toContain('Motor 1.0.0')
    expect(html).toContain('火災保険 1.0.0')
    // The first three of the 12 months are shown.
    expect(html).toContain('… 9 more rows')
    expect(html).not.toContain('&quot;Month&quot;: 4')
    const pdf = await person.client.call(exportAsPdf, { body: { product: productId, language: 'ja' } })
    expect(pdf.fileName).toBe(`${product}_api.pdf`)
    const bytes = Buffer.from(await pdf.blob.arrayBuffer())
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  })

  it('refuses what is not there', async () => {
    const { client } = await server().signIn()
    expect(await codeOf(client.call(generateApiDoc, { body: { product: 'nothing' } }))).toBe('PRODUCT_NOT_FOUND')
  })
})

it('a long document has contents whose entries lead to their pages', async () => {
  const chapter = (number: number): DocBlock[] => [
    { kind: 'heading', level: 1, text: `エンジン ${number}`, id: `c${number}` },
    { kind: 'text', text: '保険料を計算します。'.repeat(20) },
    { kind: 'heading', level: 2, text: 'Inputs', id: `i${number}` },
    {
      kind: 'table',
      headings: ['Name', 'Description'],
      widths: [0.3, 0.7],
      rows: Array.from({ length: 60 }, (_, row) => [`Input_${row}`, '年齢と保険金額から求めた保険料 '.repeat(3)]),
    },
    {
      kind: 'code',
      title: 'Request',
      text: JSON.stringify({ inputs: Array.from({ length: 40 }, (_, i) => i) }, null, 2),
    },
  ]
  const blocks = Array.from({ length: 15 }, (_, number) => chapter(number + 1)).flat()
  const pdf = await renderPdf({ language: 'ja', title: '商品の API', subtitle: '例', contentsTitle: '目次', blocks })
  const text = pdf.toString('latin1')
  const pages = [...text.matchAll(/\/Type \/Page\b/g)].length
  expect(pages).toBeGreaterThanOrEqual(60)
  expect([...text.matchAll(/\/S \/GoTo/g)].length).toBeGreaterThanOrEqual(30)
  const wanted = process.env['SHEETWRIGHT_KEEP_PDF']
  if (wanted !== undefined) await writeFile(wanted, pdf)
})
