import type {
  MasterReference,
  MasterReferenceVersion,
} from '@sheetwright/contract/master-references/master-reference.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import type { UserIdentity } from '../../platform/http/caller.ts'
import { downStreamEngines } from './engine-reference.store.ts'
import { accessTo } from './master-reference.access.ts'
import { masterVersionsById, type StoredDocument, type StoredMasterVersion } from './master-reference.store.ts'

/** Documents as callers see them, each with the downstream engines that the caller may see. */
export async function describeDocuments(
  tx: TenantTransaction,
  caller: UserIdentity,
  documents: readonly StoredDocument[],
): Promise<MasterReference[]> {
  const ids = documents.flatMap(({ shownVersionId, latestVersionId }) => [shownVersionId, latestVersionId])
  const versions = await masterVersionsById(tx, [...new Set(ids)])
  const below = await downStreamEngines(
    tx,
    caller,
    documents.map(({ id }) => id),
  )
  return documents.flatMap((document) => {
    const version = versions.get(document.shownVersionId)
    const latest = versions.get(document.latestVersionId)
    if (version === undefined || latest === undefined) return []
    const engines = below.filter(({ documentId }) => documentId === document.id)
    return [
      {
        id: document.id,
        serviceName: document.serviceName,
        owner: document.owner,
        access: accessTo(document, caller),
        createdDate: document.createdAt.toISOString(),
        lastModifiedDate: document.updatedAt.toISOString(),
        originalFileName: version.originalFileName,
        effectiveStartDate: version.effectiveStartDate,
        effectiveEndDate: version.effectiveEndDate,
        revision: version.revision,
        state: version.state,
        versionId: version.id,
        latestRevision: latest.revision,
        latestVersionId: latest.id,
        referenceList: version.referenceRanges.map(({ name }) => name),
        referenceRanges: version.referenceRanges,
        downStreamEngines: engines
          .filter(({ rank }) => rank !== null)
          .map(({ engineId, serviceName, productId, productName }) => ({
            id: engineId,
            serviceName,
            productId,
            productName,
          })),
        referenceUpdateRequired: engines.filter((engine) => engine.referenceUpdateRequired).length,
      },
    ]
  })
}

/** A version without server-only fields. */
export function shownVersion({ documentId: _document, ...version }: StoredMasterVersion): MasterReferenceVersion {
  return version
}
