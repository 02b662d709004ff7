import { provingRuns } from '@sheetwright/compiler/proof.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { copyForm } from '../calculators/carry-form.access.ts'
import { insertDocument, insertVersion, wholeDocuments } from '../documents/document.store.ts'
import { findSection, listSections } from '../documents/section.store.ts'
import { listVersions } from '../engines/engine-version.store.ts'
import { wholeEngines } from '../engines/engine.store.ts'
import { insertImported } from '../engines/import-versions.job.ts'
import { writeSections } from './write-sections.ts'

/** Selects the content of a product that a copy takes over. */
export interface ContentCopy {
  readonly from: string
  readonly to: string
  /** The person who makes the copy. */
  readonly userId: string
  readonly documents: boolean
  readonly engines: boolean
  /** Only editors of the original may copy drafts and archived versions. */
  readonly withDrafts: boolean
}

/** Approximate number of rows that copying a product's content writes. */
export async function sizeOfContent(tx: TenantTransaction, productId: string): Promise<number> {
  const documents = await wholeDocuments(tx, productId)
  const engines = await wholeEngines(tx, productId)
  return documents.reduce((sum, { versions }) => sum + versions.length, 0) + engines.length * 3
}

/**
 * Copies sections, documents and engines with all versions and calculator forms. Stored contents are immutable, so they
 * are shared.
 */
export async function copyContent(tx: TenantTransaction, copy: ContentCopy): Promise<void> {
  if (copy.documents) await copyDocuments(tx, copy)
  if (copy.engines) await copyEngines(tx, copy)
}

async function copyDocuments(tx: TenantTransaction, { from, to, userId }: ContentCopy): Promise<void> {
  await writeSections(tx, to, await listSections(tx, from), true)
  for (const { section: name, fileName, metadata, versions } of await wholeDocuments(tx, from)) {
    const section = await findSection(tx, to, name)
    const [first, ...later] = versions.map((version) => ({ ...version, uploadedBy: userId }))
    if (section === undefined || first === undefined) continue
    const id = await insertDocument(tx, { productId: to, section, fileName, metadata }, first)
    for (const version of later) await insertVersion(tx, id, version)
  }
}

async function copyEngines(tx: TenantTransaction, { from, to, userId, withDrafts }: ContentCopy): Promise<void> {
  for (const { id, ...engine } of await wholeEngines(tx, from)) {
    const all = (await listVersions(tx, id, { withArchived: true })).toReversed()
    const versions = all.filter(({ state }) => withDrafts || state === 'Active' || state === 'Inactive')
    if (versions.length === 0) continue
    const { id: copied } = await insertImported(tx, {
      productId: to,
      userId,
      engine,
      engineId: undefined,
      versions: versions.map((version) => ({
        ...version,
        hash: version.fileHash,
        size: version.fileSize,
        built: {
          programHash: version.programHash,
          buildHash: version.buildHash,
          blockedBecause: version.blockedBecause,
          marks: version.marks,
          iteration: version.iteration,
          lintScore: version.lintScore,
          runs: provingRuns,
        },
      })),
    })
    await copyForm(tx, { from: id, to: copied, withDrafts })
  }
}
