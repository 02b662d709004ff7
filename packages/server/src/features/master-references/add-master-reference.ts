import { categoryOf, uploadCategories } from '@sheetwright/contract/documents/file-types.ts'
import { addMasterReference } from '@sheetwright/contract/master-references/add-master-reference.ts'
import { entityName } from '@sheetwright/contract/names.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { shownVersion } from './describe-document.ts'
import { masterDates } from './effective-dates.ts'
import { makeMasterVersion, proposedUpgrade, rangeChanges } from './make-master-version.ts'
import { assertMayChange, requireDocument, requireMasterVersion } from './master-reference.access.ts'
import {
  findDocument,
  insertDocument,
  lockDocument,
  touchDocument,
  updateMasterVersion,
} from './master-reference.store.ts'
import { noteMasterChange } from './note-change.ts'
import { tellDownStream } from './tell-down-stream.ts'
import { withTables } from './workbook-tables.job.ts'

export const addMasterReferenceHandler = handle(addMasterReference, async (context) => {
  const { caller, services, signal, files } = context
  const { file } = files
  const asked = context.body.data
  const { tenantId, userId } = caller
  assertWorkbook(file.fileName)
  const serviceName = asked.serviceName ?? nameOf(file.fileName)
  const dates = masterDates(asked)
  await services.db.inTenant(tenantId, async (tx) => {
    const present = await findDocument(tx, serviceName)
    if (present !== undefined) assertMayChange(present, caller)
  })
  return withTables(services, { tenantId, fileHash: file.hash, signal }, { kind: 'read', isMaster: true }, (work) =>
    services.db.inTenant(tenantId, async (tx) => {
      await lockDocument(tx, serviceName)
      const present = await findDocument(tx, serviceName)
      if (present !== undefined) assertMayChange(present, caller)
      const documentId = present?.id ?? (await insertDocument(tx, { serviceName, ownerId: userId }))
      const latest = present && (await requireMasterVersion(tx, present, present.latestVersionId))
      const changes = rangeChanges(latest?.referenceRanges ?? [], work.done.tables)
      const id = await makeMasterVersion(
        tx,
        work,
        {
          documentId,
          releaseNote: asked.releaseNote,
          ...dates,
          fileName: file.fileName,
          fileHash: file.hash,
          fileSize: file.size,
          createdBy: userId,
        },
        { latest: latest?.revision, upgrade: asked.versionUpgrade ?? proposedUpgrade(changes) },
      )
      if (asked.publish) await updateMasterVersion(tx, id, { state: 'Active', publishedBy: userId })
      await touchDocument(tx, documentId)
      const document = await requireDocument(tx, documentId)
      const version = await requireMasterVersion(tx, document, id)
      if (asked.publish) await tellDownStream(tx, services, documentId)
      await noteMasterChange(tx, context, {
        action: 'masterReference.add',
        document,
        before: null,
        after: { revision: version.revision, state: version.state, file: file.fileName, hash: file.hash },
      })
      return {
        documentId,
        serviceName: document.serviceName,
        isNew: present === undefined,
        version: shownVersion(version),
        changes: latest === undefined ? [] : changes,
      }
    }),
  )
})

function assertWorkbook(fileName: string): void {
  if (categoryOf(fileName) === 'Excel') return
  throw new CallError('INVALID_FILE_TYPE', `"${fileName}" is not a workbook by its name`, [
    {
      field: 'body.file',
      message: 'has another extension than workbooks have',
      allowed: uploadCategories.Excel.join(', '),
    },
  ])
}

/** The service name derived from a file name. */
function nameOf(fileName: string): string {
  const parsed = entityName.safeParse(fileName.replace(/\.[^.]*$/, ''))
  if (parsed.success) return parsed.data
  throw new CallError('INVALID_INPUT', `"${fileName}" cannot be a service name: give one`, [
    { field: 'body.data.serviceName', message: parsed.error.issues[0]?.message ?? 'is missing' },
  ])
}
