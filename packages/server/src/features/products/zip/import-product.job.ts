import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { accepts, categoryOf } from '@sheetwright/contract/documents/file-types.ts'
import { manifestName, type ProductManifest } from '@sheetwright/contract/products/zip/manifest.ts'
import { type VersionUpgrade, versionUpgrade } from '@sheetwright/contract/engines/revision.ts'
import { z } from 'zod'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import type { TenantTransaction } from '../../../platform/db/database.ts'
import type { UserIdentity } from '../../../platform/http/caller.ts'
import { TooLargeError } from '../../../platform/files/file-store.ts'
import { DamagedZip } from '../../../platform/files/stored-zip.ts'
import { CallError } from '../../../platform/http/call-error.ts'
import { defineJob, type JobContext, JobFailure } from '../../../platform/jobs/definition.ts'
import type { Services } from '../../../services.ts'
import { takeForm } from '../../calculators/carry-form.access.ts'
import { insertDocument, insertVersion } from '../../documents/document.store.ts'
import { findSection } from '../../documents/section.store.ts'
import { buildImported, type BuiltWorkbook, insertImported, type KeptDraft } from '../../engines/import-versions.job.ts'
import { countEngines, engineIdOf } from '../../engines/engine.store.ts'
import { saveJobFile } from '../../jobs/job-file.store.ts'
import { receiveTestBed, WrongCase } from '../../test-beds/carried-tests.store.ts'
import { isRequired } from '../../test-beds/publish-gate.store.ts'
import { gateRefusal } from '../../test-beds/test-bed.access.ts'
import { testBedIdOf } from '../../test-beds/test-bed.store.ts'
import { requireBelowMaximum } from '../../user-groups/user-group.access.ts'
import { countOwnProducts, findProduct, insertProduct, updateProduct } from '../product.store.ts'
import { withUniqueName } from '../product-failures.ts'
import { safeSummary } from '../safe-summary.ts'
import { writeSections } from '../write-sections.ts'
import { managesProduct, targetOf } from './import-target.access.ts'
import { type ProductZip, openProductZip } from './open-product-zip.ts'
import { contentKey, type ImportSteps, planImport } from './plan-import.ts'
import { selectServices } from './select-services.ts'

const importRequest = z.object({
  Name: z.string(),
  /** The product to add to; null to create one. The permission was checked when the job was queued. */
  productId: z.uuid().nullable(),
  zip: z.object({ hash: z.string(), size: z.int() }),
  onConflict: z.enum(['keep', 'replace']),
  /** Import published versions as drafts, too. */
  asDrafts: z.boolean().optional(),
  /** Only these services of the zip, under these names. */
  services: z.array(z.object({ from: z.string(), to: z.string(), upgrade: versionUpgrade.optional() })).optional(),
  groups: z.array(z.string()),
  /** May change test beds that the product requires before publishing. */
  mayManage: z.boolean().optional(),
  actorName: z.string(),
  correlationId: z.string(),
})

type Context = JobContext<z.output<typeof importRequest>>

/** Percentage of the progress for storing the contents; most of the rest is building the workbooks. */
const storeShare = 20
const buildShare = 75

/** The most versions that the result of a job names; of others it has the number. */
const mostDraftsTold = 50

/** Imports a product from a zip: everything is stored, built and proved first, then inserted at once. */
export const uploadFolder = defineJob({
  type: 'UploadFolder',
  schema: importRequest,
  run: async (context) => {
    const { tenantId, data, services } = context
    try {
      const zip = await wantedZip(services.files, tenantId, data)
      const { steps } = await services.db.inTenant(tenantId, (tx) => currentSteps(tx, context, zip.manifest))
      assertFileTypes(zip.manifest, steps)
      await storeContents(context, zip, steps)
      const built = await buildWorkbooks(context, steps)
      return await withUniqueName(data.Name, () =>
        services.db.inTenant(tenantId, (tx) => write(tx, context, zip, built)),
      )
    } catch (error) {
      if (error instanceof CallError) throw new JobFailure(error.message, error.code)
      throw error
    }
  },
})

/** The zip of a job, with those of its services that are wanted. */
export async function wantedZip(
  files: Services['files'],
  tenantId: string,
  { zip, services }: Pick<z.output<typeof importRequest>, 'zip' | 'services'>,
): Promise<ProductZip> {
  const opened = await openProductZip(files, tenantId, zip)
  return services === undefined ? opened : { ...opened, manifest: selectServices(opened.manifest, services) }
}

/** Whether the file names in a zip are those of an exported product. */
export function isProductZip(names: ReadonlySet<string>): boolean {
  return names.has(manifestName)
}

/** Queues the import of a stored zip; refuses it if the caller lacks permission. */
export async function startImport(
  { db, files, jobs }: Services,
  caller: UserIdentity,
  { hash, size, fileName }: { readonly hash: string; readonly size: number; readonly fileName: string },
  wish: {
    readonly name?: string | undefined
    readonly onConflict: 'keep' | 'replace'
    readonly asDrafts?: boolean
    readonly correlationId: string
  },
): Promise<{ jobId: string }> {
  const { manifest } = await openProductZip(files, caller.tenantId, { hash, size })
  return db.inTenant(caller.tenantId, async (tx) => {
    const name = wish.name ?? manifest.product.name
    const productId = (await targetOf(tx, caller, name, manifest)) ?? null
    const jobId = await jobs.enqueue(tx, uploadFolder, caller.userId, {
      Name: name,
      productId,
      zip: { hash, size },
      onConflict: wish.onConflict,
      asDrafts: wish.asDrafts,
      groups: [...caller.groups],
      mayManage: productId !== null && (await managesProduct(tx, caller, productId)),
      actorName: caller.displayName,
      correlationId: wish.correlationId,
    })
    // Keeps the zip from being collected while the job waits.
    await saveJobFile(tx, jobId, { hash, fileName })
    return { jobId }
  })
}

async function currentSteps(tx: TenantTransaction, { userId, data }: Context, manifest: ProductManifest) {
  const product = await findProduct(tx, { userId, groups: [], seesAll: true }, data.productId ?? data.Name)
  // Somebody else's product may have taken the name since then, and nobody allowed changing it.
  if ((product?.id ?? null) !== data.productId && product?.ownerId !== userId) {
    throw new JobFailure(`There is another product "${data.Name}" by now, or it is gone: start the import again.`)
  }
  const steps = await planImport(tx, product?.id, manifest, data.onConflict, upgradesOf(data))
  if (product !== undefined && data.mayManage !== true) await assertOpenGate(tx, product.id, steps)
  return { productId: product?.id, steps }
}

/** Test beds that the product requires before publishing take other cases only from those who manage it. */
async function assertOpenGate(tx: TenantTransaction, productId: string, { testBeds }: ImportSteps): Promise<void> {
  for (const { serviceName, testBed } of testBeds) {
    const engineId = await engineIdOf(tx, productId, serviceName)
    const id = engineId && (await testBedIdOf(tx, engineId, testBed.name))
    if (id !== undefined && (await isRequired(tx, id))) throw gateRefusal(testBed.name)
  }
}

/** How the number of an existing version is raised, by service. */
function upgradesOf({ services = [] }: Context['data']): ReadonlyMap<string, VersionUpgrade> {
  return new Map(services.flatMap(({ to, upgrade }) => (upgrade === undefined ? [] : [[to, upgrade] as const])))
}

/** A document must have a type that its section accepts. */
function assertFileTypes({ sections }: ProductManifest, { documents }: ImportSteps): void {
  for (const { document } of documents) {
    const category = categoryOf(document.fileName)
    const section = sections.find(({ name }) => name === document.section)
    if (section === undefined) throw new JobFailure(`The zip has no section ${document.section}.`)
    if (category === undefined || !accepts(section.fileTypes, category)) {
      throw new JobFailure(`${document.fileName} is of a type that the section ${section.name} does not take.`)
    }
  }
}

/** Stores the referenced contents, each checked against its hash. */
async function storeContents(context: Context, zip: ProductZip, steps: ImportSteps): Promise<void> {
  const { tenantId, services, signal, progress } = context
  const { cover } = zip.manifest.product
  const hashes = [
    ...new Set([
      ...(cover === null ? [] : [cover]),
      ...steps.documents.flatMap(({ versions }) => versions.map(({ hash }) => hash)),
      ...steps.engines.flatMap(({ versions }) => versions.map(({ hash }) => hash)),
      ...steps.testBeds.map(({ testBed }) => testBed.hash),
    ]),
  ]
  for (const [index, hash] of hashes.entries()) {
    signal.throwIfAborted()
    progress((index / hashes.length) * storeShare, 'Storing files')
    const content = await zip.open(hash).catch(damaged)
    const stored = await services.files.put(tenantId, content, { maxBytes: zip.sizeOf(hash), signal }).catch(damaged)
    if (stored.hash !== hash) throw new JobFailure('The zip is damaged: a file in it is not what it is said to be.')
  }
}

function damaged(error: unknown): never {
  const isDamaged = error instanceof DamagedZip || error instanceof TooLargeError
  throw isDamaged ? new JobFailure('The zip is damaged: a file in it cannot be unpacked.') : error
}

/** Each workbook is built once, however many versions use it. */
async function buildWorkbooks(context: Context, steps: ImportSteps): Promise<Map<string, BuiltWorkbook>> {
  const { tenantId, services, signal, progress } = context
  const versions = steps.engines.flatMap(({ engine, versions: each }) =>
    each.map((version) => ({ serviceName: engine.serviceName, engineType: engine.engineType, version })),
  )
  const built = new Map<string, BuiltWorkbook>()
  for (const [index, { serviceName, engineType, version }] of versions.entries()) {
    signal.throwIfAborted()
    progress(storeShare + (index / versions.length) * buildShare, `Proving ${serviceName} ${version.revision}`)
    if (built.has(contentKey(version))) continue
    built.set(
      contentKey(version),
      await buildImported(services, { tenantId, serviceName, engineType, version, signal }),
    )
  }
  return built
}

async function write(
  tx: TenantTransaction,
  context: Context,
  zip: ProductZip,
  built: ReadonlyMap<string, BuiltWorkbook>,
) {
  const { userId, data, services } = context
  const { manifest } = zip
  const { productId: present, steps } = await currentSteps(tx, context, manifest)
  const productId = present ?? (await newProduct(tx, context, manifest))
  await writeSections(tx, productId, manifest.sections, present === undefined)
  for (const { document, documentId, versions } of steps.documents) {
    const section = await findSection(tx, productId, document.section)
    if (section === undefined) throw new JobFailure(`The section ${document.section} is gone.`)
    const [first, ...later] = versions.map((version) => ({ ...version, uploadedBy: userId }))
    if (first === undefined) continue
    const { fileName, metadata } = document
    const id = documentId ?? (await insertDocument(tx, { productId, section, fileName, metadata }, first))
    for (const version of documentId === undefined ? later : [first, ...later]) await insertVersion(tx, id, version)
  }
  const drafts: KeptDraft[] = []
  for (const { engine, engineId, versions } of steps.engines) {
    if (engineId === undefined) {
      const count = () => countEngines(tx, productId)
      const limit = { module: 'ProductEngine', rule: 'NoOfEngine', within: productId, count } as const
      await requireBelowMaximum(tx, { groups: data.groups }, limit)
    }
    const written = versions.map((version) => {
      const workbook = built.get(contentKey(version))
      if (workbook === undefined) throw new JobFailure('The product was changed while it was imported: try again.')
      return { ...version, size: zip.sizeOf(version.hash), built: workbook }
    })
    const { exportedAt } = manifest
    const asDrafts = data.asDrafts === true
    const made = await insertImported(tx, {
      productId,
      userId,
      engine,
      engineId,
      versions: written,
      exportedAt,
      asDrafts,
      arriving: services,
    })
    drafts.push(...made.drafts)
    await takeForm(tx, made.id, engine.form, { publishedBy: data.actorName, replaces: data.onConflict === 'replace' })
  }
  await writeTestBeds(tx, context, productId, steps)
  await services.events.publish(tx, { type: 'product.changed', id: productId })
  const actor = { userId, name: data.actorName, correlationId: data.correlationId }
  const counts = { documents: steps.documents.length, engines: steps.engines.length }
  await recordAudit(tx, actor, {
    action: 'product.import',
    entityType: 'product',
    entityId: productId,
    entityName: data.Name,
    before: null,
    after: {
      zip: data.zip.hash,
      exportedAt: manifest.exportedAt,
      ...counts,
      ...(drafts.length === 0 ? {} : { drafts }),
    },
  })
  const Url = `/products/${encodeURIComponent(data.Name)}`
  const told = drafts.slice(0, mostDraftsTold)
  const moreDrafts = drafts.length - told.length
  const result = { productId, productName: data.Name, Url, drafts: told, moreDrafts }
  await context.finish(tx, result)
  return result
}

async function writeTestBeds(tx: TenantTransaction, context: Context, productId: string, steps: ImportSteps) {
  const { tenantId, userId, services } = context
  for (const { serviceName, testBed } of steps.testBeds) {
    const engineId = await engineIdOf(tx, productId, serviceName)
    if (engineId === undefined) continue
    const input = await services.files.open(tenantId, testBed.hash)
    try {
      await receiveTestBed(tx, { productId, engineId, userId }, testBed, linesOf(input))
    } catch (error) {
      throw error instanceof WrongCase ? new JobFailure(error.message) : error
    }
  }
}

/** The lines of a content, read lazily. */
async function* linesOf(content: Readable): AsyncGenerator<string> {
  let rest = ''
  for await (const part of content.setEncoding('utf8') as AsyncIterable<string>) {
    const lines = (rest + part).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}

async function newProduct(
  tx: TenantTransaction,
  { tenantId, userId, data, services }: Context,
  { product }: ProductManifest,
): Promise<string> {
  const count = () => countOwnProducts(tx, userId)
  const limit = { module: 'Product', rule: 'NoOfProducts', within: userId, count } as const
  await requireBelowMaximum(tx, { groups: data.groups }, limit)
  await assertPicture(services, tenantId, product.cover)
  const { category, description, launchDate, startDate, status, summary, cover } = product
  const given = { category, description, launchDate, startDate, ownerId: userId, coverHash: cover }
  const id = await insertProduct(tx, { name: data.Name, ...given })
  await updateProduct(tx, id, { status, summary: safeSummary(summary) })
  return id
}

/** Covers are stored as JPEG; a zip with another format is refused. */
async function assertPicture({ files }: Services, tenantId: string, cover: string | null): Promise<void> {
  if (cover === null) return
  const start = await buffer(await files.open(tenantId, cover, { start: 0, end: 2 }))
  if (!start.equals(Buffer.from([0xff, 0xd8, 0xff]))) throw new JobFailure('The cover in the zip is not a picture.')
}
