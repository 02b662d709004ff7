import { bumped, compareRevisions, type VersionUpgrade } from '@sheetwright/contract/engines/revision.ts'
import type { ImportPlan } from '@sheetwright/contract/products/zip/validate-product-zip.ts'
import type {
  ProductManifest,
  ZippedDocument,
  ZippedEngine,
  ZippedTestBed,
  ZippedVersion,
} from '@sheetwright/contract/products/zip/manifest.ts'
import type { TenantTransaction } from '../../../platform/db/database.ts'
import { wholeDocuments } from '../../documents/document.store.ts'
import { listSections } from '../../documents/section.store.ts'
import { plainMarks } from '../../engines/engine-marks.store.ts'
import { listVersions } from '../../engines/engine-version.store.ts'
import { testBedsOfEngine } from '../../test-beds/carried-tests.store.ts'
import { wholeEngines } from '../../engines/engine.store.ts'

type Entry = ImportPlan['entries'][number]

/** The changes that an import writes. */
export interface ImportSteps {
  readonly entries: readonly Entry[]
  readonly sections: readonly ProductManifest['sections'][number][]
  /** Documents to add, or to add versions to. */
  readonly documents: readonly {
    readonly document: ZippedDocument
    readonly documentId: string | undefined
    readonly versions: ZippedDocument['versions']
  }[]
  readonly engines: readonly {
    readonly engine: ZippedEngine
    readonly engineId: string | undefined
    readonly versions: readonly ZippedVersion[]
  }[]
  /** Test beds to add, or to add a version to. */
  readonly testBeds: readonly { readonly serviceName: string; readonly testBed: ZippedTestBed }[]
}

/**
 * Compares a zip with the product it is imported into, if any. An existing item with the same name and different
 * content is a conflict: it stays, or the zip's content becomes its next version. Nothing is lost.
 */
export async function planImport(
  tx: TenantTransaction,
  productId: string | undefined,
  manifest: ProductManifest,
  onConflict: 'keep' | 'replace',
  upgrades: ReadonlyMap<string, VersionUpgrade> = new Map(),
): Promise<ImportSteps> {
  const entries: Entry[] = []
  const note = (kind: Entry['kind'], name: string, outcome: Entry['outcome']) => entries.push({ kind, name, outcome })
  const present = productId === undefined ? nothing : await contentOf(tx, productId)

  const sections = manifest.sections.filter(({ name }) => {
    const isNew = !present.sections.has(keyOf(name))
    note('section', name, isNew ? 'new' : 'same')
    return isNew
  })

  const documents = manifest.documents.flatMap((document): ImportSteps['documents'] => {
    const found = present.documents.get(documentKey(document))
    const newest = document.versions.at(-1)
    const outcome = found === undefined ? 'new' : found.versions.at(-1)?.hash === newest?.hash ? 'same' : 'conflict'
    note('document', `${document.section}/${document.fileName}`, outcome)
    if (found === undefined) return [{ document, documentId: undefined, versions: document.versions }]
    if (outcome === 'same' || onConflict === 'keep' || newest === undefined) return []
    return [{ document, documentId: found.id, versions: [newest] }]
  })

  const engines = manifest.engines.flatMap((engine) => {
    const found = present.engines.get(keyOf(engine.serviceName))
    note('engine', engine.serviceName, found === undefined ? 'new' : 'same')
    const how = { onConflict, upgrade: upgrades.get(engine.serviceName) ?? 'patch' } as const
    const versions = missingVersions(engine, found?.versions ?? new Map(), how, (version, outcome) =>
      note('version', `${engine.serviceName} ${version.revision}`, outcome),
    )
    return versions.length === 0 ? [] : [{ engine, engineId: found?.id, versions }]
  })
  const testBeds = manifest.engines.flatMap(({ serviceName, testBeds: carried = [] }) => {
    const found = present.engines.get(keyOf(serviceName))?.testBeds
    return carried.flatMap((testBed): ImportSteps['testBeds'] => {
      const hash = found?.get(keyOf(testBed.name))
      const outcome = hash === undefined ? 'new' : hash === testBed.hash ? 'same' : 'conflict'
      note('testBed', `${serviceName} / ${testBed.name}`, outcome)
      const isWritten = outcome === 'new' || (outcome === 'conflict' && onConflict === 'replace')
      return isWritten ? [{ serviceName, testBed }] : []
    })
  })
  return { entries, sections, documents, engines, testBeds }
}

/** Versions of the zip that an engine lacks; one whose revision another workbook has gets the next patch number. */
function missingVersions(
  engine: ZippedEngine,
  present: ReadonlyMap<string, string>,
  { onConflict, upgrade }: { readonly onConflict: 'keep' | 'replace'; readonly upgrade: VersionUpgrade },
  note: (version: ZippedVersion, outcome: Entry['outcome']) => void,
): ZippedVersion[] {
  const taken = [...present.keys(), ...engine.versions.map(({ revision }) => revision)]
  let highest = taken.toSorted(compareRevisions).at(-1)
  return engine.versions.flatMap((version) => {
    const hash = present.get(version.revision)
    note(version, hash === undefined ? 'new' : hash === contentKey(version) ? 'same' : 'conflict')
    if (hash === undefined) return [version]
    if (hash === contentKey(version) || onConflict === 'keep') return []
    highest = bumped(highest, upgrade)
    return [{ ...version, revision: highest }]
  })
}

/** The same workbook with the same marks and iteration is the same version. */
export function contentKey({ hash, marks, iteration }: Pick<ZippedVersion, 'hash' | 'marks' | 'iteration'>): string {
  const settings = [marks, iteration].flatMap((setting) => (setting === undefined ? [] : [JSON.stringify(setting)]))
  return [hash, ...settings].join(' ')
}

interface PresentContent {
  readonly sections: ReadonlySet<string>
  readonly documents: ReadonlyMap<
    string,
    { readonly id: string; readonly versions: readonly { readonly hash: string }[] }
  >
  /** The `contentKey` of each revision. */
  readonly engines: ReadonlyMap<
    string,
    {
      readonly id: string
      readonly versions: ReadonlyMap<string, string>
      /** The file of the newest cases, by name. */
      readonly testBeds: ReadonlyMap<string, string | null>
    }
  >
}

const nothing: PresentContent = { sections: new Set(), documents: new Map(), engines: new Map() }

async function contentOf(tx: TenantTransaction, productId: string): Promise<PresentContent> {
  const sections = await listSections(tx, productId)
  const documents = await wholeDocuments(tx, productId)
  const engines = new Map<string, { id: string; versions: Map<string, string>; testBeds: Map<string, string | null> }>()
  for (const { id, serviceName } of await wholeEngines(tx, productId)) {
    const versions = await listVersions(tx, id, { withArchived: true })
    const hashes = new Map(
      versions.map(({ revision, fileHash: hash, marks, iteration }) => [
        revision,
        contentKey({ hash, ...(marks && { marks: plainMarks(marks) }), ...(iteration && { iteration }) }),
      ]),
    )
    const testBeds = (await testBedsOfEngine(tx, id)).map(({ name, fileHash }) => [keyOf(name), fileHash] as const)
    engines.set(keyOf(serviceName), { id, versions: hashes, testBeds: new Map(testBeds) })
  }
  return {
    sections: new Set(sections.map(({ name }) => keyOf(name))),
    documents: new Map(documents.map((document) => [documentKey(document), document])),
    engines,
  }
}

function documentKey({ section, fileName }: { readonly section: string; readonly fileName: string }): string {
  return `${keyOf(section)}/${keyOf(fileName)}`
}

/** Names that the database treats as equal have the same key. */
function keyOf(name: string): string {
  return name.normalize('NFC').toLowerCase()
}

/** The plan as a person sees it before deciding. */
export function shownPlan(name: string, exists: boolean, manifest: ProductManifest, steps: ImportSteps): ImportPlan {
  const { entries } = steps
  const count = (outcome: Entry['outcome']) => entries.filter((entry) => entry.outcome === outcome).length
  return {
    name,
    exists,
    exportedAt: manifest.exportedAt,
    entries: [...entries],
    counts: { new: count('new'), same: count('same'), conflict: count('conflict') },
  }
}
