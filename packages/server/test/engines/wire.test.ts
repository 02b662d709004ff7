import { describe, expect, it } from 'vitest'
import { workbookFile } from '../../demo/workbook-file.ts'
import { newAuthor, premiumWorkbook, upload, useEngineServer } from './engine-server.ts'
import { dataOf, serviceClient } from './service-client.ts'

const server = useEngineServer()
const service = 'api/v3/folders/Motor/services/Premium'

async function publishedPremium() {
  const author = await newAuthor(server())
  const client = await serviceClient(server(), author)
  const { versionId } = await upload(author, premiumWorkbook(), { data: { serviceName: 'Premium', publish: true } })
  return { author, client, versionId }
}

describe('existing clients', () => {
  it('read schema, versions and files of a service, and compile it again', async () => {
    const { client, versionId } = await publishedPremium()
    const schema = await client.post(`api/v3/GetEngineDetailByVersionId/versionid/${versionId}`)
    expect(schema).toEqual(await client.get(`api/v3/GetEngineDetailByVersionId/versionid/${versionId}`))
    expect(schema.body).toMatchObject({ response_data: { inputs: [{ name: 'Age' }, { name: 'Sum' }] } })
    expect(await client.get('api/v1/product/Motor/engines/get/Premium')).toMatchObject({
      status: 200,
      body: { status: 'Success', data: { serviceName: 'Premium' } },
    })

    const file = 'api/v1/product/Motor/engines/Premium/download'
    const original = await client.download(`${file}/${versionId}?filename=&type=`)
    expect(original.bytes).toEqual(new Uint8Array(await workbookFile(premiumWorkbook())))
    expect((await client.download(`${file}/?filename=mine.xlsx`)).headers.get('content-disposition')).toContain(
      'mine.xlsx',
    )
    const configured = await client.download(`${file}/${versionId}?type=withmetadata`)
    expect(configured.headers.get('content-disposition')).toContain('.c4engine')
    expect(await client.get(`${file}/${versionId}?type=zz`)).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'query.type', allowed: 'original, configured, withmetadata' }] },
    })
    expect(await client.get(`${service}/downloadswagger/All/yes/${versionId}`)).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'path.downloadable', allowed: 'true, false' }] },
    })

    const again = await client.post(`${service}/recompileNodgen`, {
      request_data: {
        versionId,
        releaseNotes: 'With a newer compiler',
        upgradeType: 'patch',
        neuronCompilerVersion: 'StableLatest',
        tags: 'a,b',
        effectiveStartDate: new Date(Date.now() - 1000).toISOString(),
      },
    })
    const made = dataOf(again)
    expect(made).toMatchObject({ revision: '1.0.1' })
    const state = () => client.get(`${service}/getcompilationprogess/${made['jobId']}`)
    await expect.poll(async () => dataOf(await state())['status'], { timeout: 60_000 }).toBe('Success')
    const run = await client.post(`${service}/execute`, { request_data: { inputs: { Age: 20 } }, request_meta: {} })
    expect(run.body).toMatchObject({
      response_data: { outputs: { Premium: 200 } },
      response_meta: { version: '1.0.1', version_id: made['versionId'] },
    })
    expect(await client.get('api/v1/product/Motor/engines/getversions/Premium')).toMatchObject({
      body: { data: [{ revision: '1.0.1', releaseNote: 'With a newer compiler', state: 'Active' }, { id: versionId }] },
    })
  })

  it('find, read and rehydrate calls', async () => {
    const { client } = await publishedPremium()
    const run = await client.post(`${service}/execute`, {
      request_data: { inputs: { Age: 30 } },
      request_meta: { call_purpose: 'Quote', source_system: 'Shop', correlation_id: 'order-1' },
    })
    const batch = await client.post('api/v4/execute', { service: 'Motor/Premium', inputs: [{ Age: 20 }, { Age: 50 }] })
    const callId = (run.body['response_meta'] as { call_id: string }).call_id
    const batchId = batch.body['call_id'] as string

    const logs = 'api/v1/product/Motor/engines/Premium/logs'
    const find = async (...search: { field: string; value: string }[]) => {
      const { body } = await client.post(logs, { page: 1, pageSize: 10, sort: '-timestamp', search })
      return (body['data'] as { id: string }[]).map(({ id }) => id)
    }
    expect(await find()).toEqual([batchId, callId])
    expect(await find({ field: 'call_id', value: callId })).toEqual([callId])
    expect(await find({ field: 'source_system', value: 'Shop' }, { field: 'call_purpose', value: 'quote' })).toEqual([
      callId,
    ])
    expect(await find({ field: 'correlationId', value: 'order-1' })).toEqual([callId])
    expect(await find({ field: 'user', value: 'Somebody' })).toEqual([])
    expect(await find({ field: 'start_date', value: '2100-01-01' })).toEqual([])
    expect(
      await find({ field: 'start_date', value: '2100/01/01' }, { field: 'startDate', value: '2026-01-01' }),
    ).toEqual([])
    expect(await find({ field: 'purpose', value: 'Other' }, { field: 'callPurpose', value: 'Quote' })).toEqual([])
    const { call_ids } = batch.body as { call_ids: string[] }
    expect(await find({ field: 'callId', value: call_ids[1] ?? '' })).toEqual([batchId])
    // These are no ids, though a source system or correlation id.
    for (const value of ['', 'Shop', 'order-1']) expect(await find({ field: 'call_id', value })).toEqual([])
    expect(await client.post(logs, { search: [{ field: 'start_date', value: 'soon' }] })).toMatchObject({
      status: 400,
      body: { errorCode: 'INVALID_DATETIME' },
    })

    const one = await client.get(`api/v3/log/getexecutionhistorybycallid/${callId}`)
    expect(JSON.parse(one.body['response_data'] as string)).toMatchObject({
      call_id: callId,
      is_batch_call: false,
      request: { request_data: { inputs: { Age: 30 } } },
      response: { response_data: { outputs: { Premium: 100 } } },
    })
    const whole = await client.get(`api/v3/log/getexecutionhistorybycallid/${batchId}`)
    expect(JSON.parse(whole.body['response_data'] as string)).toMatchObject({ is_batch_call: true })
    expect(await client.get(`api/v3/log/getexecutionhistorybycallid/${crypto.randomUUID()}`)).toMatchObject({
      status: 404,
      body: { errorCode: 'CALL_NOT_FOUND' },
    })

    for (const path of [`download/xml/${callId}`, `download/${callId}`, `download/xml/${batchId}?index=1`]) {
      const { download_url } = dataOf(await client.post(`${service}/${path}`))
      const workbook = await client.download(download_url ?? '')
      expect([workbook.status, ...workbook.bytes.subarray(0, 2)]).toEqual([200, 0x50, 0x4b])
    }
    expect(await client.post(`${service}/download/xml/${batchId}?index=2`)).toMatchObject({ status: 404 })
  })

  it('work on folders with a key for authors', async () => {
    const author = await newAuthor(server())
    const client = await serviceClient(server(), author, ['author'])
    const created = await client.form('api/v1/product/create', {
      Name: 'Fleet',
      Category: 'Motor',
      Description: 'By a client',
      StartDate: '2026-01-01T00:00:00.123456',
      LaunchDate: '2026-06-30T12:00:00+02:00',
      Status: 'Design',
    })
    expect(created).toMatchObject({ status: 200, body: { status: 'Success', data: { startDate: '2026-01-01' } } })
    const { folderId, get_product_url } = created.body['data'] as Record<string, string>
    expect(await client.get(get_product_url ?? '')).toMatchObject({ status: 200, body: { data: { id: folderId } } })
    expect(await client.form('api/v1/product/create', { Name: 'fleet' })).toMatchObject({
      status: 409,
      body: { status: 'Error', errorCode: 'PRODUCT_ALREADY_EXISTS' },
    })
    expect(await client.form('api/v1/product/create', { Name: 'Other', StartDate: 'soon' })).toMatchObject({
      status: 400,
      body: { errorCode: 'INVALID_DATETIME' },
    })

    const found = await client.post('api/v1/product/list', {
      search: [
        { field: 'name', value: 'FLEET' },
        { field: 'category', value: 'Motor' },
        { field: 'status', value: 'Design' },
      ],
      page: 1,
      pageSize: -1,
      sort: '-updated',
      shouldFetchActiveServicesCount: true,
    })
    expect(found.body).toMatchObject({ count: 1, data: [{ id: folderId, calculationEngines: { count: 0 } }] })

    const changes = {
      shouldTrackUserAction: true,
      category: 'Life',
      startDate: '2026-02-01T00:00:00Z',
      description: 'New',
    }
    expect(await client.post(`api/v1/product/update/${folderId}`, changes)).toMatchObject({
      status: 200,
      body: { data: { category: ['Life'], startDate: '2026-02-01', description: 'New' } },
    })
    const onePixel = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    const cover = { id: folderId ?? '', coverImage: new Blob([onePixel]) }
    expect(await client.form('api/v1/product/uploadcoverimage', cover, 'cover.png')).toMatchObject({ status: 200 })
    expect(await client.form('api/v1/product/uploadcoverimage', {})).toMatchObject({
      status: 400,
      body: { errorCode: 'MISSING_PARAMETERS' },
    })
    expect(await client.get('api/v1/lookup/getcategories')).toMatchObject({ status: 200 })
    const services = { request_data: { page: 1, page_size: -1, sort: 'name1_co', search: [], fields: ['id'] } }
    const searcher = await serviceClient(server(), author, ['execute'])
    expect(await searcher.post('api/v3/services/search', services)).toMatchObject({ status: 200 })
    expect(await searcher.post('api/v1/product/list')).toMatchObject({ status: 403 })

    expect(await client.delete(`api/v1/product/delete/${folderId}`, null)).toMatchObject({ status: 200 })
    expect(await client.get(get_product_url ?? '')).toMatchObject({ status: 404 })
    const other = await newAuthor(server())
    const stranger = await fetch(`${server().origin}/${other.tenantName}/api/v1/product/list`, {
      method: 'POST',
      headers: { ...client.headers, 'content-type': 'application/json' },
      body: '{}',
    })
    expect(stranger.status).toBe(403)
  })

  it('see with the key of a group what it made and what is shared with the group', async () => {
    const author = await newAuthor(server())
    const client = await serviceClient(server(), author, ['author'], 'user:pf.forms')
    expect(await client.get('api/v1/product/GetProduct/Motor')).toMatchObject({ status: 404 })
    const made = await client.form('api/v1/product/create', { Name: 'Of the group' })
    const { folderId } = made.body['data'] as { folderId: string }
    expect((await client.post('api/v1/product/list')).body).toMatchObject({ count: 1, data: [{ id: folderId }] })
    expect(await client.delete(`api/v1/product/delete/${folderId}`)).toMatchObject({ status: 200 })
    expect(await client.delete('api/v1/product/delete/Motor')).toMatchObject({ status: 404 })
  })

  it('save and delete categories and read the list that is left', async () => {
    const author = await newAuthor(server())
    const address = `${server().origin}/${author.tenantName}/api/v1/lookup`
    const send = async (path: string, init: RequestInit) => {
      const headers = { ...author.headers, 'content-type': 'application/json' }
      return (
        (await (await fetch(`${address}/${path}`, { ...init, headers })).json()) as { data: Record<string, unknown> }
      ).data
    }
    const body = JSON.stringify({ value: 'Boats', key: 'boats', icon: 'other.svg' })
    const saved = await send('savecategory', { method: 'POST', body })
    expect(saved['Metadata.ProductCategories']).toContainEqual(
      expect.objectContaining({ key: 'boats', value: 'Boats', icon: null }),
    )
    const left = await send('deletecategory/boats', { method: 'DELETE', body: 'null' })
    expect(left['Metadata.ProductCategories']).not.toContainEqual(expect.objectContaining({ key: 'boats' }))
  })
})
