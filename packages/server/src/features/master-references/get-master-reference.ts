import { getMasterReference } from '@sheetwright/contract/master-references/get-master-reference.ts'
import { handle } from '../../platform/http/handle.ts'
import { describeDocuments } from './describe-document.ts'
import { requireDocument } from './master-reference.access.ts'

export const getMasterReferenceHandler = handle(getMasterReference, ({ caller, params, services }) =>
  services.db.inTenant(caller.tenantId, async (tx) => {
    const [document] = await describeDocuments(tx, caller, [await requireDocument(tx, params.document)])
    if (document === undefined) throw new Error('A document has no version')
    return document
  }),
)
