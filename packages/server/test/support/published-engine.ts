import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { createProduct } from '@sheetwright/contract/products/create-product.ts'
import type { EngineType } from '@sheetwright/contract/engines/engine.ts'
import { buildWorkbook, type WorkbookSpec } from '../../../compiler/test/workbook-builder.ts'
import { buildEngine } from '../../src/features/engines/build/build-engine.ts'
import { insertEngine, engineIdOf } from '../../src/features/engines/engine.store.ts'
import { insertVersion, updateVersion } from '../../src/features/engines/engine-version.store.ts'
import { newId } from '../../src/platform/db/new-id.ts'
import { engineUploads } from '../../src/platform/db/schema/engines.ts'
import type { SignedIn, TestServer } from './test-server.ts'

export interface PublishedEngine {
  readonly product: string
  readonly productId: string
  readonly engineId: string
  readonly serviceName: string
  readonly versionId: string
}

export interface PublishOptions {
  readonly productId?: string
  readonly serviceName?: string
  readonly revision?: string
  readonly engineType?: EngineType
  readonly connectorUrl?: string
  readonly state?: 'Draft' | 'Active' | 'Inactive'
  readonly effectiveStart?: Date
  readonly effectiveEnd?: Date
}

/** An engine with a published version, built from a workbook as an upload would, without the upload. */
export async function publishedEngine(
  server: Pick<TestServer, 'services'>,
  person: SignedIn,
  workbook: WorkbookSpec | Uint8Array,
  options: PublishOptions = {},
): Promise<PublishedEngine> {
  const { db, files, events } = server.services
  const { tenantId, userId } = person
  const product = `Product ${randomUUID()}`
  const productId = options.productId ?? (await person.client.call(createProduct, { body: { Name: product } })).id
  const serviceName = options.serviceName ?? `Engine ${randomUUID()}`
  const bytes = workbook instanceof Uint8Array ? workbook : await buildWorkbook(workbook)
  const { build, program } = await built(bytes)
  const put = (content: string | Uint8Array) =>
    files.put(tenantId, Readable.from([Buffer.from(content)]), { maxBytes: 1e9, signal: new AbortController().signal })
  const [file, programFile, buildFile] = [await put(bytes), await put(program), await put(JSON.stringify(build))]
  const start = options.effectiveStart ?? new Date(Date.now() - 86_400_000)
  return db.inTenant(tenantId, async (tx) => {
    const uploadId = newId()
    await tx.q.insert(engineUploads).values({
      tenantId,
      id: uploadId,
      engineFileId: newId(),
      productId,
      serviceName,
      uploadedBy: userId,
      fileName: 'workbook.xlsx',
      fileHash: file.hash,
      fileSize: file.size,
      state: 'built',
      programHash: programFile.hash,
      buildHash: buildFile.hash,
    })
    const engineId =
      (await engineIdOf(tx, productId, serviceName)) ??
      (await insertEngine(tx, {
        productId,
        serviceName,
        ownerId: userId,
        engineType: options.engineType ?? 'Type1',
        connectorUrl: options.connectorUrl ?? null,
      }))
    const versionId = await insertVersion(tx, {
      engineId,
      uploadId,
      revision: options.revision ?? '1.0.0',
      releaseNote: '',
      effectiveStart: start,
      effectiveEnd: options.effectiveEnd ?? new Date(start.getTime() + 3650 * 86_400_000),
      createdBy: userId,
    })
    const { state = 'Active' } = options
    // Drafts were never published.
    if (state !== 'Draft') await updateVersion(tx, versionId, { state, publishedBy: userId })
    await events.publish(tx, { type: 'engine.changed', id: engineId })
    return { product, productId, engineId, serviceName, versionId }
  })
}

async function built(bytes: Uint8Array) {
  const folder = await mkdtemp(path.join(tmpdir(), 'sheetwright-built-'))
  try {
    const programFile = path.join(folder, 'program.mjs')
    const outcome = await buildEngine(bytes, {
      workbookHash: createHash('sha256').update(bytes).digest('hex'),
      fileName: 'workbook.xlsx',
      proveSeconds: 1,
      longestProveSeconds: 1,
      programFile,
      progress: () => undefined,
    })
    if (outcome.kind !== 'built') throw new Error(outcome.refusal.message)
    return { build: outcome.build, program: await readFile(programFile, 'utf8') }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
