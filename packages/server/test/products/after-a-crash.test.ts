import { listDocuments } from '@sheetwright/contract/documents/list-documents.ts'
import { getVersions } from '@sheetwright/contract/engines/get-versions.ts'
import { downloadJobFile } from '@sheetwright/contract/jobs/download-job-file.ts'
import { cloneProduct } from '@sheetwright/contract/products/clone-product.ts'
import { exportProduct } from '@sheetwright/contract/products/zip/export-product.ts'
import { importProduct } from '@sheetwright/contract/products/zip/import-product.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { jobDefinitions } from '../../src/background.ts'
import { cloneContent } from '../../src/features/products/clone-product.job.ts'
import { uploadFolder } from '../../src/features/products/zip/import-product.job.ts'
import { findJob } from '../../src/platform/jobs/job.store.ts'
import { defaultWorkerOptions, startWorker, type Worker } from '../../src/platform/jobs/worker.ts'
import { upload as addDocument } from '../documents/people.ts'
import { type Author, newAuthor, premiumWorkbook, upload, withNewRates } from '../engines/engine-server.ts'
import { useTestServer } from '../support/test-server.ts'

const server = useTestServer()
const workers: Worker[] = []

/** Jobs of these types do all their work, then die before reporting it. */
const dying = new Set<string>([cloneContent.type, uploadFolder.type])

beforeAll(async () => {
  const definitions = jobDefinitions.map((definition) => ({
    ...definition,
    run: async (context: Parameters<typeof definition.run>[0]) => {
      const result = await definition.run(context)
      if (dying.has(definition.type)) throw new Error('The process died')
      return result
    },
  }))
  workers.push(await startWorker(server().services, definitions, { ...defaultWorkerOptions, leaseSeconds: 60 }))
})

afterAll(async () => {
  for (const worker of workers) await worker.stop()
})

async function ended({ tenantId }: Author, jobId: string) {
  const read = () => server().services.db.inTenant(tenantId, (tx) => findJob(tx, jobId))
  await vi.waitFor(async () => expect((await read())?.completedAt).not.toBeNull(), { timeout: 60_000, interval: 50 })
  return read()
}

async function filled(): Promise<Author> {
  const author = await newAuthor(server())
  await addDocument(author, author.product, { name: 'guide.pdf', content: '%PDF-1.4 first' })
  await upload(author, premiumWorkbook(), { data: { publish: true } })
  return author
}

async function contentOf({ client }: Author, product: string) {
  const { items: documents } = await client.call(listDocuments, { params: { product }, body: {} })
  const { items } = await client.call(getVersions, { params: { product, engine: 'premium' }, query: {} })
  return {
    documents: documents.map(({ fileName, version }) => [fileName, version]),
    versions: items.map(({ revision }) => revision),
  }
}

describe('work whose process dies when it is done', () => {
  it('has copied a product once, and says so', async () => {
    const author = await filled()
    const { tenantId, userId } = author
    const empty = await author.client.call(cloneProduct, {
      params: { product: author.product },
      body: { name: 'Copy', copy: [] },
    })
    const { db, jobs } = server().services
    const parts = { documents: true, engines: true, withDrafts: true }
    const jobId = await db.inTenant(tenantId, (tx) =>
      jobs.enqueue(tx, cloneContent, userId, { Name: 'Copy', from: author.product, to: empty.id, ...parts }),
    )
    expect(await ended(author, jobId)).toMatchObject({ status: 'Success', result: { productId: empty.id } })
    expect(await contentOf(author, empty.id)).toEqual(await contentOf(author, author.product))
  })

  it('has imported a product once, and says so', async () => {
    const author = await filled()
    const { client, product } = author
    const { jobId } = await client.call(exportProduct, { params: { product } })
    await ended(author, jobId)
    const { blob } = await client.call(downloadJobFile, { params: { job: jobId } })
    await addDocument(author, product, { name: 'guide.pdf', content: '%PDF-1.4 another' })
    await upload(author, premiumWorkbook({ rate: 0.5 }), {
      data: { publish: true, releaseNote: 'Dearer', acknowledge: withNewRates },
    })
    const files = { ProductZip: { content: blob, fileName: 'Motor.zip' } }
    const started = await client.call(importProduct, { body: { OnConflict: 'replace' }, files })
    expect(await ended(author, started.jobId)).toMatchObject({ status: 'Success', result: { productId: product } })
    const { documents, versions } = await contentOf(author, product)
    expect(documents).toEqual([['guide.pdf', 3]])
    expect(versions).toEqual(['2.0.0', '1.0.0'])
  })
})
