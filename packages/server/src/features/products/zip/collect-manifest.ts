import type { ProductManifest } from '@sheetwright/contract/products/zip/manifest.ts'
import type { TenantTransaction } from '../../../platform/db/database.ts'
import { formToCarry } from '../../calculators/carry-form.access.ts'
import { wholeDocuments } from '../../documents/document.store.ts'
import { listSections } from '../../documents/section.store.ts'
import { listVersions } from '../../engines/engine-version.store.ts'
import { plainMarks } from '../../engines/engine-marks.store.ts'
import { readBuild } from '../../engines/engine-build.store.ts'
import { wholeEngines } from '../../engines/engine.store.ts'
import type { Files } from '../../../platform/files/files.ts'
import { approvalsOf, type CarriedTestBed, testBedsOfEngine } from '../../test-beds/carried-tests.store.ts'
import { type StoredProduct, summaryOf } from '../product.store.ts'

/** The manifest of a zip, and the test beds whose cases it contains, by the name of their engine. */
interface Collected {
  readonly manifest: ProductManifest
  readonly testBeds: ReadonlyMap<string, readonly CarriedTestBed[]>
}

/** The manifest of a whole product, or of only some versions of its engines. */
export async function collectManifest(
  tx: TenantTransaction,
  files: Files,
  product: StoredProduct,
  onlyVersions?: ReadonlySet<string>,
): Promise<Collected> {
  const { id, name, category, description, launchDate, startDate, status } = product
  const sections = await listSections(tx, id)
  const documents = onlyVersions === undefined ? await wholeDocuments(tx, id) : []
  const engines: ProductManifest['engines'] = []
  const testBeds = new Map<string, readonly CarriedTestBed[]>()
  for (const { id: engineId, ...engine } of await wholeEngines(tx, id)) {
    const all = (await listVersions(tx, engineId, { withArchived: true })).toReversed()
    const versions = all.filter((version) => onlyVersions === undefined || onlyVersions.has(version.id))
    if (versions.length === 0) continue
    testBeds.set(engine.serviceName, await testBedsOfEngine(tx, engineId))
    const form = await formToCarry(tx, engineId)
    const carried: ProductManifest['engines'][number]['versions'] = []
    for (const version of versions) {
      carried.push({
        revision: version.revision,
        state: version.state,
        releaseNote: version.releaseNote,
        effectiveStartDate: version.effectiveStartDate,
        effectiveEndDate: version.effectiveEndDate,
        properties: version.properties,
        portNames: version.portNames,
        ...(version.iteration === null ? {} : { iteration: version.iteration }),
        ...(version.marks === null ? {} : { marks: plainMarks(version.marks) }),
        restoredFrom: version.restoredFrom,
        fileName: version.fileName,
        hash: version.fileHash,
        programHash: version.programHash,
        proof: await proofOf(files, tx.tenantId, version.buildHash),
        approvals: await approvalsOf(tx, version.id),
      })
    }
    engines.push({ ...engine, ...(form === undefined ? {} : { form }), versions: carried })
  }
  const manifest = {
    format: 'sheetwright-product' as const,
    formatVersion: 2 as const,
    exportedAt: new Date().toISOString(),
    product: {
      name,
      category,
      description,
      summary: await summaryOf(tx, id),
      launchDate,
      startDate,
      status,
      cover: product.coverImage,
    },
    sections: sections.map(({ name: section, fileTypes }) => ({ name: section, fileTypes })),
    documents: documents.map(({ id: _id, ...document }) => ({ ...document, versions: [...document.versions] })),
    engines,
  }
  return { manifest, testBeds }
}

async function proofOf(files: Files, tenantId: string, buildHash: string) {
  const { verdict, compared, equal, different } = (await readBuild(files, tenantId, buildHash)).parity
  return { verdict, compared, equal, different }
}

/** Hashes of the contents in a manifest, without duplicates. */
export function contentsOf({ product, documents, engines }: ProductManifest): Set<string> {
  return new Set([
    ...(product.cover === null ? [] : [product.cover]),
    ...documents.flatMap(({ versions }) => versions.map(({ hash }) => hash)),
    ...engines.flatMap(({ versions, testBeds = [] }) => [...versions, ...testBeds].map(({ hash }) => hash)),
  ])
}
