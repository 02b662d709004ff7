import { Readable } from 'node:stream'
import {
  contentName,
  manifestName,
  type ProductManifest,
  type ZippedTestBed,
} from '@sheetwright/contract/products/zip/manifest.ts'
import { maxProductZipBytes } from '@sheetwright/contract/products/zip/product-zip.ts'
import { ZipFile } from 'yazl'
import { z } from 'zod'
import type { Database } from '../../../platform/db/database.ts'
import type { Files } from '../../../platform/files/files.ts'
import { defineJob, JobFailure } from '../../../platform/jobs/definition.ts'
import { jobFileUrl, saveJobFile } from '../../jobs/job-file.store.ts'
import { caseLinesOf } from '../../test-beds/carried-tests.store.ts'
import { findProduct } from '../product.store.ts'
import { collectManifest, contentsOf } from './collect-manifest.ts'

/** Packs a product into a zip for download. */
export const downloadFolder = defineJob({
  type: 'DownloadFolder',
  schema: z.object({
    Name: z.string(),
    productId: z.uuid(),
    /** Only these versions of engines, and nothing else of the product. */
    versionIds: z.array(z.uuid()).optional(),
  }),
  run: async ({ jobId, tenantId, userId, data, services, signal, progress }) => {
    const { db, files } = services
    const collected = await db.inTenant(
      tenantId,
      async (tx) => {
        // The permission was checked when the job was queued.
        const product = await findProduct(tx, { userId, groups: [], seesAll: true }, data.productId)
        if (product === undefined) throw new JobFailure(`The product ${data.Name} is gone.`)
        return collectManifest(tx, files, product, data.versionIds && new Set(data.versionIds))
      },
      { isolation: 'repeatable read', readOnly: true },
    )
    const manifest = await withTestBeds(db, files, tenantId, collected)
    const contents = [...contentsOf(manifest)]
    const zip = new ZipFile()
    const mtime = new Date(manifest.exportedAt)
    zip.addBuffer(Buffer.from(JSON.stringify(manifest, null, 2)), manifestName, { mtime })
    void addContents(zip, files, tenantId, contents, (done) => progress((done / contents.length) * 95, data.Name))
    const packed = Readable.from(zip.outputStream as AsyncIterable<Buffer>)
    const { hash } = await files.put(tenantId, packed, { maxBytes: maxProductZipBytes, signal })
    const fileName = `${manifest.product.name}.zip`
    await db.inTenant(tenantId, (tx) => saveJobFile(tx, jobId, { hash, fileName }))
    return jobFileUrl(jobId)
  },
})

/** Adds test beds to the manifest; their cases are put into storage for that. */
async function withTestBeds(
  db: Database,
  files: Files,
  tenantId: string,
  { manifest, testBeds }: Awaited<ReturnType<typeof collectManifest>>,
): Promise<ProductManifest> {
  const engines: ProductManifest['engines'] = []
  for (const engine of manifest.engines) {
    const zipped: ZippedTestBed[] = []
    for (const { versionId, fileHash: _fileHash, ...testBed } of testBeds.get(engine.serviceName) ?? []) {
      const lines = Readable.from(caseLines(db, tenantId, versionId))
      const { hash } = await files.put(tenantId, lines, { maxBytes: maxProductZipBytes })
      zipped.push({ ...testBed, hash })
    }
    engines.push({ ...engine, testBeds: zipped })
  }
  return { ...manifest, engines }
}

async function* caseLines(db: Database, tenantId: string, versionId: string): AsyncGenerator<string> {
  for (let block = 0; ; block++) {
    const lines = await db.inTenant(tenantId, (tx) => caseLinesOf(tx, versionId, block))
    if (lines === undefined) return
    yield lines
  }
}

/** Adds contents one at a time: each is opened only after the previous one is in the zip. */
async function addContents(
  zip: ZipFile,
  files: Files,
  tenantId: string,
  contents: readonly string[],
  onDone: (count: number) => void,
): Promise<void> {
  try {
    for (const [index, hash] of contents.entries()) {
      const content = await files.open(tenantId, hash)
      zip.addReadStream(content, contentName(hash), { mtime: new Date(0) })
      await new Promise<void>((resolve, reject) => content.once('end', resolve).once('error', reject))
      onDone(index + 1)
    }
    zip.end()
  } catch (error) {
    const output = zip.outputStream as Readable
    output.destroy(error instanceof Error ? error : new Error(String(error)))
  }
}
