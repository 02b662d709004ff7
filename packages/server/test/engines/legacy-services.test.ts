import { createApiKey } from '@sheetwright/contract/api-keys/create-api-key.ts'
import { createProduct } from '@sheetwright/contract/products/create-product.ts'
import { describe, expect, it } from 'vitest'
import { workbookFile } from '../../demo/workbook-file.ts'
import { type Author, newAuthor, premiumWorkbook, upload, useEngineServer } from './engine-server.ts'

const server = useEngineServer()

/** A client that knows only the addresses and a key. */
async function clientOf(author: Author) {
  const { key } = await author.client.call(createApiKey, {
    body: { name: 'Publisher', group: 'supervisor:pf', scopes: ['execute', 'author'] },
  })
  const headers = { 'x-synthetic-key': key, 'x-tenant-name': author.tenantName }
  const base = `${server().origin}/${author.tenantName}/api/v3`
  const answer = async (response: Response) => ({
    status: response.status,
    body: (await response.json()) as Record<string, unknown>,
  })
  return {
    get: async (path: string) => answer(await fetch(base + path, { headers })),
    post: async (path: string, body: unknown) =>
      answer(
        await fetch(base + path, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      ),
    upload: async (path: string, file: Buffer, entity: unknown) => {
      const form = new FormData()
      form.set('engineUploadRequestEntity', JSON.stringify(entity))
      form.set('serviceFile', new Blob([new Uint8Array(file)]), 'anything.xlsx')
      form.set('somethingElse', 'that is not known')
      return answer(await fetch(base + path, { method: 'POST', headers, body: form }))
    },
  }
}

describe('clients of such services', () => {
  it('upload, follow the compilation, publish, and find the service', async () => {
    const author = await newAuthor(server())
    const client = await clientOf(author)
    const service = '/folders/Motor/services/Premium%20%C3%A0%20la%20carte'

    const uploaded = await client.upload(`${service}/upload`, await workbookFile(premiumWorkbook()), {
      request_data: { version_difference: 'minor', effective_start_date: '2026-01-01T00:00:00Z', unknown: 1 },
    })
    expect(uploaded).toMatchObject({
      status: 200,
      body: {
        status: 'Success',
        response_data: {
          no_of_sheets: null,
          warnings: null,
        },
      },
    })
    const { original_file_documentid, engine_file_documentid, nodegen_compilation_jobid } = uploaded.body[
      'response_data'
    ] as {
      [key: string]: string
    }

    const colleague = await server().signIn({ tenant: author })
    const { id: product } = await colleague.client.call(createProduct, { body: { Name: 'Other' } })
    const { engineId: own } = await upload({ ...colleague, product }, premiumWorkbook())
    const address = `/folders/Other/services/${own}/getcompilationprogess/${nodegen_compilation_jobid}`
    const { headers } = colleague
    const asked = await fetch(`${server().origin}/${author.tenantName}/api/v3${address}`, { headers })
    expect(await asked.json()).toMatchObject({ errorCode: 'JOB_NOT_FOUND' })

    const published = await client.post(`${service}/publish`, {
      request_data: {
        draft_service_name: 'Premium à la carte',
        original_file_documentid,
        engine_file_documentid,
        version_difference: 'major',
        should_track_user_action: 'true',
        effective_end_date: '2030-12-31',
      },
    })
    expect(published).toMatchObject({ status: 200, body: { status: 'Success', response_data: { version: '1.0.0' } } })
    const { version_id } = published.body['response_data'] as { version_id: string }
    // Publishing waited for the compilation.
    expect(await client.get(`${service}/getcompilationprogess/${nodegen_compilation_jobid}`)).toEqual({
      status: 200,
      body: {
        status: 'Success',
        response_data: {
          status: 'Success',
          progress: 100,
          last_error_message: null,
          no_of_sheets: 1,
          no_of_inputs: 2,
          no_of_outputs: 1,
          no_of_formulas: 1,
          no_of_cellswithdata: 8,
          warnings: null,
        },
      },
    })

    expect(await client.get(`/GetEngineDetailByVersionId/versionid/${version_id}`)).toMatchObject({
      status: 200,
      body: {
        response_data: {
          service_name: 'Premium à la carte',
          folder_name: 'Motor',
          version: '1.0.0',
          status: 'Active',
          effective_start_date: '2026-01-01T00:00:00.000Z',
          effective_end_date: '2030-12-31T23:59:59.999Z',
          inputs: [{ name: 'Age' }, { name: 'Sum' }],
        },
      },
    })
    const search = [{ field: 'service_name', value: 'LA CARTE' }]
    expect(await client.post('/services/search', { request_data: { search } })).toMatchObject({
      body: { response_data: { count: 1, services: [{ version_id, service_uri: 'Motor/Premium à la carte' }] } },
    })
    expect(await client.get(`${service}/downloadswagger/All/true/${version_id}`)).toMatchObject({
      status: 200,
      body: { openapi: '3.1.0', info: { version: '1.0.0' } },
    })
  })

  it('are told what is wrong in the shape they know', async () => {
    const author = await newAuthor(server())
    const client = await clientOf(author)
    const broken = '/folders/Motor/services/Broken'
    const uploaded = await client.upload(`${broken}/upload`, Buffer.from('no workbook'), {})
    const ids = uploaded.body['response_data'] as { [key: string]: string }
    const refused = await client.post(`${broken}/publish`, { request_data: ids })
    expect(refused).toMatchObject({
      status: 400,
      body: {
        status: 'Error',
        response_data: null,
        error: { code: 'CORRUPT_EXCEL_FILE_FOR_TYPE1' },
        errorCode: 'CORRUPT_EXCEL_FILE_FOR_TYPE1',
        response_meta: { correlation_id: expect.any(String) as unknown },
      },
    })
    expect(await client.get(`${broken}/getcompilationprogess/${ids['nodegen_compilation_jobid']}`)).toMatchObject({
      body: { response_data: { status: 'Failed', last_error_message: expect.stringContaining('workbook') as unknown } },
    })
    expect((await client.post(`${broken}/publish`, { request_data: ids })).status).toBe(400)
    const entity = { request_data: { effective_start_date: 'some day' } }
    expect(await client.upload('/folders/Motor/services/Broken/upload', Buffer.from('x'), entity)).toMatchObject({
      status: 400,
      body: { error: { code: 'INVALID_DATETIME' } },
    })
    const other = await newAuthor(server())
    const stranger = await fetch(`${server().origin}/${author.tenantName}/api/v3/services/search`, {
      method: 'POST',
      headers: { ...other.headers, 'content-type': 'application/json' },
      body: '{}',
    })
    expect(stranger.status).toBe(403)
    expect(await stranger.json()).toMatchObject({ error: { code: 'TENANT_MISMATCH' } })
  })
})
