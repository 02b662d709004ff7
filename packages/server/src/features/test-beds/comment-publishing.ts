import { commentPublishing } from '@sheetwright/contract/test-beds/comment-publishing.ts'
import { handle } from '../../platform/http/handle.ts'
import { insertComment } from './publish-gate.store.ts'
import { requirePublishable, requireRequest } from './publish-request.access.ts'

export const commentPublishingHandler = handle(commentPublishing, ({ caller, params, body, services: { db } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const { version } = await requirePublishable(tx, caller, params)
    const { id } = await requireRequest(tx, caller, version.id)
    await insertComment(tx, { requestId: id, text: body.comment, writtenBy: caller.userId })
    return requireRequest(tx, caller, version.id)
  }),
)
