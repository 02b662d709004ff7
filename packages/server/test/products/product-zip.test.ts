import { getFormDraft } from '@sheetwright/contract/calculators/get-form-draft.ts'
import { getFormSpec } from '@sheetwright/contract/calculators/get-form-spec.ts'
import { publishForm } from '@sheetwright/contract/calculators/publish-form.ts'
import { saveFormDraft } from '@sheetwright/contract/calculators/save-form-draft.ts'
import { getVersions } from '@sheetwright/contract/engines/get-versions.ts'
import { listEngines } from '@sheetwright/contract/engines/list-engines.ts'
import { publishEngine } from '@sheetwright/contract/engines/publish-engine.ts'
import { executeEngine } from '@sheetwright/contract/execution/execute-engine.ts'
import { listDocuments } from '@sheetwright/contract/documents/list-documents.ts'
import { downloadJobFile } from '@sheetwright/contract/jobs/download-job-file.ts'
import type { Job } from '@sheetwright/contract/jobs/job.ts'
import { deleteProduct } from '@sheetwright/contract/products/delete-product.ts'
import { getProduct } from '@sheetwright/contract/products/get-product.ts'
import { updateProduct } from '@sheetwright/contract/products/update-product.ts'
import { exportProduct } from '@sheetwright/contract/products/zip/export-product.ts'
import { importProduct } from '@sheetwright/contract/products/zip/import-product.ts'
import { validateProductZip } from '@sheetwright/contract/products/zip/validate-product-zip.ts'
import { savePublishRules } from '@sheetwright/contract/test-beds/save-publish-rules.ts'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import yauzl from 'yauzl'
import { ZipFile } from 'yazl'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { uploadFolder } from '../../src/features/products/zip/import-product.job.ts'
import { products } from '../../src/platform/db/schema/products.ts'
import { waitForJob } from '../../src/platform/jobs/wait-for-job.ts'
import { codeOf, upload as addDocument } from '../documents/people.ts'
import {
  type Author,
  newAuthor,
  premiumWorkbook,
  upload,
  useEngineServer,
  withNewRates,
} from '../engines/engine-server.ts'
import type { SignedIn } from '../support/test-server.ts'

const server = useEngineServer()

async function ended(person: SignedIn, jobId: string): Promise<Job> {
  const { tenantId, userId } = person
  const job = await waitForJob(server().services, { tenantId, userId, jobId }, new AbortController().signal)
  if (job === undefined) throw new Error('The job is gone')
  return job
}

/** A product with a document of two versions and an engine of two, the second published. */
async function filledProduct(): Promise<Author> {
  const author = await newAuthor(server())
  await author.client.call(updateProduct, {
    params: { product: author.product },
    body: { description: 'Cars', summary: '<p>All about <strong>cars</strong></p>' },
  })
  await addDocument(author, author.product, { name: 'guide.pdf', content: '%PDF-1.4 first' })
  await addDocument(author, author.product, { name: 'guide.pdf', content: '%PDF-1.4 second' })
  await upload(author, premiumWorkbook(), { data: { publish: true } })
  await upload(author, premiumWorkbook({ rate: 0.02 }), { data: { releaseNote: 'Rates doubled' } })
  const params = { product: author.product, engine: 'premium' }
  await author.client.call(publishEngine, { params, body: { acknowledge: withNewRates } })
  const { own } = await author.client.call(getFormDraft, { params })
  const layout = { ...own, title: { en: 'What you pay' } }
  await author.client.call(saveFormDraft, { params, body: { layout, edition: 0 } })
  await author.client.call(publishForm, { params, body: { edition: 1 } })
  return author
}

async function exported(author: Author): Promise<Blob> {
  const { jobId } = await author.client.call(exportProduct, { params: { product: author.product } })
  const job = await ended(author, jobId)
  expect(job).toMatchObject({ status: 'Success', result: `/api/backgroundjob/download/${jobId}` })
  const { blob, fileName } = await author.client.call(downloadJobFile, { params: { job: jobId } })
  expect(fileName).toBe('Motor.zip')
  return blob
}

async function imported(person: SignedIn, zip: Blob, body: { Name?: string; OnConflict?: 'keep' | 'replace' } = {}) {
  const files = { ProductZip: { content: zip, fileName: 'Motor.zip' } }
  const { jobId } = await person.client.call(importProduct, { body, files })
  return ended(person, jobId)
}

/** The fields of a product that are compared on both sides. */
async function contentOf({ client }: SignedIn, product: string) {
  const { items: documents } = await client.call(listDocuments, { params: { product }, body: {} })
  const { items: engines } = await client.call(listEngines, { params: { product }, body: {} })
  const versions = await client.call(getVersions, { params: { product, engine: 'premium' }, query: {} })
  const form = await client.call(getFormSpec, { params: { product, engine: 'premium' }, body: {} })
  const run = (revision: string) =>
    client.call(executeEngine, {
      params: { product, engine: 'premium' },
      body: { request_data: { inputs: { Age: 20, Sum: 5000 } }, request_meta: { version: revision } },
    })
  const outputs = [await run('1.0.0'), await run(versions.items[0]?.revision ?? '')].map(({ xOutput }) => xOutput)
  return {
    documents: documents.map(({ fileName, version }) => ({ fileName, version })),
    engines: engines.map(({ serviceName, engineType }) => ({ serviceName, engineType })),
    versions: versions.items.map(({ revision, state, releaseNote, fileHash }) => ({
      revision,
      state,
      releaseNote,
      fileHash,
    })),
    outputs,
    form: { source: form.source, title: form.layout.title },
  }
}

describe('a product that is exported', () => {
  it('is the same product in another tenant: every hash and every result', async () => {
    const author = await filledProduct()
    const zip = await exported(author)
    const other = await server().signIn({ groups: ['supervisor:pf'] })
    expect(await imported(other, zip)).toMatchObject({
      status: 'Success',
      result: { productName: 'Motor', Url: '/products/Motor' },
    })
    const [before, after] = [await contentOf(author, author.product), await contentOf(other, 'Motor')]
    expect(after).toEqual(before)
    expect(after.form).toEqual({ source: 'published', title: { en: 'What you pay' } })
    expect(after.outputs).toEqual([{ Premium: 100 }, { Premium: 200 }])
    const details = { params: { product: 'Motor' }, query: {} }
    expect(await other.client.call(getProduct, details)).toMatchObject({
      description: 'Cars',
      summary: '<p>All about <strong>cars</strong></p>',
    })
    // Importing it again changes nothing.
    const files = { ProductZip: { content: zip, fileName: 'Motor.zip' } }
    const plan = await other.client.call(validateProductZip, { body: {}, files })
    expect(plan).toMatchObject({ exists: true, counts: { new: 0, conflict: 0 } })
    await imported(other, zip, { OnConflict: 'replace' })
    expect(await contentOf(other, 'Motor')).toEqual(before)
  })

  it('comes back as it was after everything of it is gone', async () => {
    const author = await filledProduct()
    const before = await contentOf(author, author.product)
    const zip = await exported(author)
    await author.client.call(deleteProduct, { params: { product: author.product } })
    await server().services.db.inTenant(author.tenantId, (tx) =>
      tx.q.delete(products).where(eq(products.id, author.product)),
    )
    expect(await imported(author, zip)).toMatchObject({ status: 'Success' })
    expect(await contentOf(author, 'Motor')).toEqual(before)
  })

  it('says what it would do to a product that differs, and keeps or replaces as asked, losing nothing', async () => {
    const author = await filledProduct()
    const zip = await exported(author)
    const other = await newAuthor(server())
    await addDocument(other, other.product, { name: 'GUIDE.pdf', content: '%PDF-1.4 another' })
    await upload(other, premiumWorkbook({ rate: 0.05 }), { data: { publish: true } })
    const files = { ProductZip: { content: zip, fileName: 'Motor.zip' } }
    const plan = await other.client.call(validateProductZip, { body: {}, files })
    expect(plan.entries).toEqual(
      expect.arrayContaining([
        { kind: 'document', name: 'serviceDocumentation/guide.pdf', outcome: 'conflict' },
        { kind: 'version', name: 'premium 1.0.0', outcome: 'conflict' },
        { kind: 'version', name: 'premium 2.0.0', outcome: 'new' },
      ]),
    )
    await imported(other, zip)
    const kept = await contentOf(other, 'Motor')
    expect(kept.documents).toEqual([{ fileName: 'GUIDE.pdf', version: 1 }])
    expect(kept.versions.map(({ revision }) => revision)).toEqual(['2.0.0', '1.0.0'])
    expect(kept.outputs[0]).toEqual({ Premium: 500 })
    await imported(other, zip, { OnConflict: 'replace' })
    const replaced = await contentOf(other, 'Motor')
    expect(replaced.documents).toEqual([{ fileName: 'GUIDE.pdf', version: 2 }])
    expect(replaced.versions.map(({ revision }) => revision)).toEqual(['2.0.1', '2.0.0', '1.0.0'])
  })

  it('brings drafts to a product that asks for a second person before anything is published', async () => {
    const zip = await exported(await filledProduct())
    const other = await newAuthor(server())
    await upload(other, premiumWorkbook({ rate: 0.05 }), { data: { publish: true } })
    const body = { fourEyes: true, testbedIds: [] }
    await other.client.call(savePublishRules, { params: { product: other.product }, body })
    await imported(other, zip)
    const params = { product: other.product, engine: 'premium' }
    const { items } = await other.client.call(getVersions, { params, query: {} })
    expect(items.map(({ revision, state }) => `${revision} ${state}`)).toEqual(['2.0.0 Draft', '1.0.0 Active'])
  })

  it('publishes only versions that pass the checks here, and says which stay drafts', async () => {
    const author = await newAuthor(server())
    await upload(author, premiumWorkbook({ savedPremium: 999 }), { data: {} })
    const params = { product: author.product, engine: 'premium' }
    const acknowledge = { codes: ['PROOF_DIFFERS' as const], reason: 'The file is stale' }
    await author.client.call(publishEngine, { params, body: { acknowledge } })
    await upload(author, premiumWorkbook(), { data: { releaseNote: 'Calculated', publish: true } })
    const zip = await exported(author)
    const other = await newAuthor(server())
    const { result } = await imported(other, zip)
    expect(result).toMatchObject({
      drafts: [
        { service: 'premium', version: '1.0.0', reason: expect.stringContaining('compared cells differ') as unknown },
      ],
      moreDrafts: 0,
    })
    const there = { product: other.product, engine: 'premium' }
    const { items } = await other.client.call(getVersions, { params: there, query: {} })
    expect(items.map(({ revision, state }) => `${revision} ${state}`)).toEqual(['1.0.1 Active', '1.0.0 Draft'])
  })

  it('takes another name, without the spaces around it', async () => {
    const author = await filledProduct()
    const zip = await exported(author)
    await imported(author, zip, { Name: '  Motor again ' })
    const details = { params: { product: 'Motor again' }, query: {} }
    expect(await author.client.call(getProduct, details)).toMatchObject({ name: 'Motor again' })
  })
})

describe('a zip that is not right', () => {
  const asBlob = async (zip: ZipFile) => {
    zip.end()
    return new Blob([new Uint8Array(await buffer(zip.outputStream as Readable))])
  }

  /** The zip with one of its files changed. */
  async function changed(zip: Blob, change: (name: string, content: Buffer) => Buffer | undefined): Promise<Blob> {
    const source = await yauzl.fromBufferPromise(Buffer.from(await zip.arrayBuffer()), { lazyEntries: true })
    const target = new ZipFile()
    for await (const entry of source.eachEntry()) {
      const content = change(entry.fileName, await buffer(await source.openReadStreamPromise(entry)))
      if (content !== undefined) target.addBuffer(content, entry.fileName)
    }
    return asBlob(target)
  }

  it('is refused before anything is done', async () => {
    const author = await filledProduct()
    const zip = await exported(author)
    const other = await server().signIn({ groups: ['supervisor:pf'] })
    const refused = (content: Blob) =>
      codeOf(other.client.call(importProduct, { body: {}, files: { ProductZip: { content, fileName: 'x.zip' } } }))
    expect(await refused(new Blob(['no zip']))).toBe('INVALID_PRODUCT_ZIP')
    expect(await refused(zip.slice(0, zip.size / 2))).toBe('INVALID_PRODUCT_ZIP')
    expect(await refused(await asBlob(new ZipFile()))).toBe('INVALID_PRODUCT_ZIP')
    const lacking = await changed(zip, (name, content) => (name.startsWith('files/') ? undefined : content))
    expect(await refused(lacking)).toBe('INVALID_PRODUCT_ZIP')
    const later = await changed(zip, (name, content) =>
      name === 'product.json'
        ? Buffer.from(content.toString().replace('"formatVersion": 2', '"formatVersion": 3'))
        : content,
    )
    expect(await refused(later)).toBe('INVALID_PRODUCT_ZIP')
    const bomb = new ZipFile()
    bomb.addBuffer(Buffer.alloc(50 * 1024 * 1024), 'product.json')
    expect(await refused(await asBlob(bomb))).toBe('FILE_SIZE_LIMIT_EXCEEDED')
  })

  it('changes nothing when a file in it is not what it is said to be', async () => {
    const author = await filledProduct()
    const other = await server().signIn({ groups: ['supervisor:pf'] })
    const forged = await changed(await exported(author), (name, content) =>
      content.subarray(0, 4).toString() === '%PDF' ? Buffer.from('%PDF-1.4 forged') : content,
    )
    expect(await imported(other, forged)).toMatchObject({
      status: 'Fail',
      failureReason: expect.stringContaining('damaged'),
    })
    expect(await codeOf(other.client.call(getProduct, { params: { product: 'Motor' }, query: {} }))).toBe(
      'PRODUCT_NOT_FOUND',
    )
  })

  it('does not add to a product of somebody else that took its name meanwhile', async () => {
    const author = await filledProduct()
    const zip = Buffer.from(await (await exported(author)).arrayBuffer())
    const other = await server().signIn({ tenant: author })
    const { db, files, jobs } = server().services
    const { signal } = new AbortController()
    const stored = await files.put(author.tenantId, Readable.from([zip]), { maxBytes: 1e9, signal })
    const before = await contentOf(author, author.product)
    const jobId = await db.inTenant(author.tenantId, (tx) =>
      jobs.enqueue(tx, uploadFolder, other.userId, {
        Name: 'Motor',
        productId: null,
        zip: { hash: stored.hash, size: stored.size },
        onConflict: 'replace',
        groups: [],
        actorName: 'Other',
        correlationId: '',
      }),
    )
    expect(await ended(other, jobId)).toMatchObject({
      status: 'Fail',
      failureReason: expect.stringContaining('another product') as unknown,
    })
    expect(await contentOf(author, author.product)).toEqual(before)
  })

  it('cannot bring a script into the summary', async () => {
    const author = await filledProduct()
    const other = await server().signIn({ groups: ['supervisor:pf'] })
    const forged = await changed(await exported(author), (name, content) =>
      name === 'product.json'
        ? Buffer.from(content.toString().replace('<p>All', '<script>alert(1)</script><p onclick=\\"x\\">All'))
        : content,
    )
    expect(await imported(other, forged)).toMatchObject({ status: 'Success' })
    const { summary } = await other.client.call(getProduct, { params: { product: 'Motor' }, query: {} })
    expect(summary).toBe('<p>All about <strong>cars</strong></p>')
  })
})
