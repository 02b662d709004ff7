import { relationOf } from '@sheetwright/contract/master-references/date-relation.ts'
import { getDownStream } from '@sheetwright/contract/master-references/get-down-stream.ts'
import { handle } from '../../platform/http/handle.ts'
import { levelOf } from '../permissions/permission-rank.store.ts'
import { downStreamEngines } from './engine-reference.store.ts'
import { requireDocument, requireMasterVersion } from './master-reference.access.ts'

export const getDownStreamHandler = handle(getDownStream, ({ caller, params, services }) =>
  services.db.inTenant(caller.tenantId, async (tx) => {
    const document = await requireDocument(tx, params.document)
    const master = await requireMasterVersion(tx, document, document.shownVersionId)
    const all = await downStreamEngines(tx, caller, [document.id])
    const seen = all.filter(({ rank }) => rank !== null)
    return {
      engines: seen.map(({ rank, documentId: _document, uploadId: _upload, ranges, ...engine }) => ({
        ...engine,
        ranges: [...ranges],
        access: levelOf(rank ?? 0),
        dateRelation: master.state === 'Active' ? relationOf(engine, master) : null,
      })),
      hidden: all.length - seen.length,
    }
  }),
)
