import { relationOf } from '@sheetwright/contract/master-references/date-relation.ts'
import { publishMasterReference } from '@sheetwright/contract/master-references/publish-master-reference.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { shownVersion } from './describe-document.ts'
import { masterDates } from './effective-dates.ts'
import { downStreamEngines } from './engine-reference.store.ts'
import { requireMasterVersion, requireOwnDocument } from './master-reference.access.ts'
import {
  listMasterVersions,
  lockDocument,
  type StoredDocument,
  type StoredMasterVersion,
  touchDocument,
  updateMasterVersion,
} from './master-reference.store.ts'
import { noteMasterChange } from './note-change.ts'
import { tellDownStream } from './tell-down-stream.ts'

export const publishMasterReferenceHandler = handle(publishMasterReference, (context) => {
  const { caller, body, services } = context
  return services.db.inTenant(caller.tenantId, async (tx) => {
    const document = await requireOwnDocument(tx, caller, body.documentId)
    await lockDocument(tx, document.serviceName)
    const before = await (body.version === undefined
      ? newestDraft(tx, document)
      : requireMasterVersion(tx, document, body.version))
    const current = {
      effectiveStart: new Date(before.effectiveStartDate),
      effectiveEnd: new Date(before.effectiveEndDate),
    }
    await updateMasterVersion(tx, before.id, {
      ...masterDates(body, current),
      ...(body.releaseNote === undefined ? {} : { releaseNote: body.releaseNote }),
      ...(before.state === 'Active' ? {} : { state: 'Active', publishedBy: caller.userId }),
    })
    await touchDocument(tx, document.id)
    const version = await requireMasterVersion(tx, document, before.id)
    const all = await tellDownStream(tx, services, document.id)
    const seen = (await downStreamEngines(tx, caller, [document.id])).filter(({ rank }) => rank !== null)
    await noteMasterChange(tx, context, {
      action: 'masterReference.publish',
      document,
      before: dated(before),
      after: dated(version),
    })
    return {
      version: shownVersion(version),
      referenceUpdateRequired: all.filter(({ referenceUpdateRequired }) => referenceUpdateRequired).length,
      dateWarnings: seen.flatMap(({ engineId, serviceName, productId, productName, ...dates }) => {
        const relation = relationOf(dates, version)
        if (relation === 'engineInsideMaster') return []
        return [{ engine: { id: engineId, serviceName, productId, productName }, relation }]
      }),
    }
  })
})

async function newestDraft(tx: TenantTransaction, document: StoredDocument): Promise<StoredMasterVersion> {
  const { items } = await listMasterVersions(tx, document.id, { page: 1, pageSize: 1000 })
  const draft = items.find(({ state }) => state === 'Draft')
  if (draft !== undefined) return draft
  throw new CallError('MASTER_REFERENCE_VERSION_NOT_FOUND', 'The document has no draft that could be published')
}

function dated({ revision, state, effectiveStartDate, effectiveEndDate, releaseNote }: StoredMasterVersion) {
  return { revision, state, effectiveStartDate, effectiveEndDate, releaseNote }
}
