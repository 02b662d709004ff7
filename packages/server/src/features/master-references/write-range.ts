import { writeRange } from '@sheetwright/contract/master-references/write-range.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { shownVersion } from './describe-document.ts'
import { makeMasterVersion } from './make-master-version.ts'
import { requireMasterVersion, requireOwnDocument } from './master-reference.access.ts'
import { lockDocument, touchDocument } from './master-reference.store.ts'
import { noteMasterChange } from './note-change.ts'
import { requireRange } from './read-rows.ts'
import { withTables } from './workbook-tables.job.ts'

export const writeRangeHandler = handle(writeRange, async (context) => {
  const { caller, body, services, signal } = context
  const { tenantId, userId } = caller
  const { insert, update, delete: deleted } = body
  if (insert.length + update.length + deleted.length === 0) {
    throw new CallError('INVALID_INPUT', 'Nothing is to be changed', [
      { field: 'body', message: 'has no update, delete or insert' },
    ])
  }
  const base = await services.db.inTenant(tenantId, async (tx) => {
    const document = await requireOwnDocument(tx, caller, body.documentId)
    const latest = await requireMasterVersion(tx, document, document.latestVersionId)
    if (body.version !== undefined && (await requireMasterVersion(tx, document, body.version)).id !== latest.id) {
      throw newer(latest.revision)
    }
    return { version: latest, range: requireRange(latest, body.range) }
  })
  const edits = { insert, update, delete: deleted }
  const task = { tenantId, fileHash: base.version.fileHash, signal }
  return withTables(services, task, { kind: 'edit', range: base.range.name, edits }, async (work) => {
    const written = await work.keepWritten()
    return services.db.inTenant(tenantId, async (tx) => {
      const document = await requireOwnDocument(tx, caller, body.documentId)
      await lockDocument(tx, document.serviceName)
      const latest = await requireMasterVersion(tx, document, document.latestVersionId)
      if (latest.id !== base.version.id) throw newer(latest.revision)
      const id = await makeMasterVersion(
        tx,
        work,
        {
          documentId: document.id,
          releaseNote: body.releaseNote,
          effectiveStart: new Date(latest.effectiveStartDate),
          effectiveEnd: new Date(latest.effectiveEndDate),
          fileName: latest.originalFileName,
          fileHash: written.hash,
          fileSize: written.size,
          createdBy: userId,
        },
        { latest: latest.revision, upgrade: 'patch' },
      )
      await touchDocument(tx, document.id)
      const version = await requireMasterVersion(tx, document, id)
      const changedCells = work.done.ranges.reduce((sum, range) => sum + range.changedCells, 0)
      await noteMasterChange(tx, context, {
        action: 'masterReference.write',
        document,
        before: { revision: latest.revision },
        after: {
          revision: version.revision,
          range: base.range.name,
          changedCells,
          inserted: insert.length,
          updated: update.length,
          deleted: deleted.length,
        },
      })
      return { version: shownVersion(version), changedCells }
    })
  })
})

function newer(revision: string): CallError {
  return new CallError(
    'CONFLICT',
    `Somebody has saved version ${revision} meanwhile. Load it and make your changes again`,
  )
}
