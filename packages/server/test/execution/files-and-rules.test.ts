import { downloadOutput } from '@sheetwright/contract/execution/download-output.ts'
import { downloadOutputFile } from '@sheetwright/contract/execution/download-output-file.ts'
import { readWorkbook } from '@sheetwright/compiler/read.ts'
import { describe, expect, it } from 'vitest'
import { publishedEngine } from '../support/published-engine.ts'
import { useTestServer } from '../support/test-server.ts'
import { premiumWorkbook, reportWorkbook } from './workbooks.ts'

const server = useTestServer()

/** One red pixel. */
const picture =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='

describe('files made of a calculation', () => {
  it('are the workbook with inputs and results in place, or a report as PDF', async () => {
    const person = await server().signIn()
    const engine = await publishedEngine(server(), person, reportWorkbook(), { serviceName: '見積書' })
    const params = { product: engine.productId, engine: engine.engineId }
    const body = { request_data: { inputs: { Sum: 4000 } } }
    const made = await person.client.call(downloadOutput, { params, body })
    expect(made.fileName).toBe('見積書_1.0.0.xlsx')
    const output = made.url.split('/').at(-1) as string
    const { blob, fileName } = await person.client.call(downloadOutputFile, { params: { ...params, output } })
    expect(fileName).toBe('見積書_1.0.0.xlsx')
    const { workbook } = await readWorkbook(new Uint8Array(await blob.arrayBuffer()))
    expect(workbook?.sheets[0]?.cells.get(1, 1)).toMatchObject({ kind: 'formula', saved: 80 })

    const report = await person.client.call(downloadOutput, {
      params,
      body: { ...body, report: 'quote', images: { Logo: picture } },
    })
    expect(report.fileName).toBe('見積書_1.0.0_quote.pdf')
    const pdf = await person.client.call(downloadOutputFile, {
      params: { ...params, output: report.url.split('/').at(-1) as string },
    })
    const text = Buffer.from(await pdf.blob.arrayBuffer()).toString('latin1')
    expect(text.startsWith('%PDF-')).toBe(true)
    expect(text).toContain('BIZUDPGothic')
    expect(text).toContain('/Subtype /Image')
    await expect(
      person.client.call(downloadOutput, { params, body: { ...body, report: 'nothing' } }),
    ).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' })
  })
})

describe('what existing clients ask about a service', () => {
  it('is what each input may hold, and its metadata', async () => {
    const person = await server().signIn()
    const engine = await publishedEngine(server(), person, premiumWorkbook())
    const base = `${server().origin}/${person.tenantName}/api/v3/folders/${engine.productId}/services/${engine.engineId}`
    const headers = { ...person.headers, 'content-type': 'application/json' }
    const validation = await fetch(`${base}/validation`, { method: 'POST', headers, body: '{}' })
    const { response_data: rules } = (await validation.json()) as {
      response_data: { outputs: Record<string, unknown> }
    }
    expect(rules.outputs).toMatchObject({
      Sum: { validation_allow: 'Any value', validation_type: 'none', dependent_inputs: null, default_value: 1000 },
      Age: {
        validation_allow: 'Whole number',
        validation_type: 'static',
        min: 18,
        max: 99,
        ignore_blank: true,
        error_style: 'stop',
        error_title: 'Age',
        error_message: 'The age must be from 18 to 99',
        options: null,
      },
      Cover: { validation_allow: 'List', options: ['Basic', 'Full'], ignore_blank: false },
    })
    const metadata = await fetch(`${base}/metadata`, { headers: person.headers })
    expect(await metadata.json()).toMatchObject({
      status: 'Success',
      response_data: { outputs: { Author: 'Actuaries' } },
      response_meta: { version: '1.0.0' },
    })
  })
})
