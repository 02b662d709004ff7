import { downloadOutputFile } from '@sheetwright/contract/execution/download-output-file.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { callsFor } from '../call-log/call.access.ts'
import { type CallExport, findCallExport } from '../call-log/call-export.store.ts'
import { assertMayLeave, requireEngine } from '../engines/engine.access.ts'

const contentTypes: Readonly<Record<string, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
}

export const downloadOutputFileHandler = handle(downloadOutputFile, async ({ caller, params, services }) => {
  const { db, files } = services
  const file = await db.inTenant(caller.tenantId, async (tx) => {
    const engine = await requireEngine(tx, caller, params, 'execute')
    const found = await findCallExport(tx, engine.id, params.output)
    if (!isOf(callsFor(caller, engine), found)) return undefined
    if (found?.fileName.endsWith('.xlsx') === true) assertMayLeave(engine)
    return found
  })
  const contentType = contentTypes[file?.fileName.split('.').at(-1) ?? '']
  // Export files of calls are stored here too, but not everybody who may calculate may read them.
  if (file === undefined || contentType === undefined) throw new CallError('FILE_NOT_FOUND', 'There is no such file')
  const size = await files.size(caller.tenantId, file.fileHash)
  return {
    fileName: file.fileName,
    contentType,
    ...(size === undefined ? {} : { size }),
    etag: file.fileHash,
    open: (range) => files.open(caller.tenantId, file.fileHash, range),
  }
})

/** Files hold the inputs and results of a call, and are for those who see that call. */
function isOf(madeBy: ReturnType<typeof callsFor>, file: CallExport | undefined): boolean {
  return madeBy === undefined || (file?.callerKind === madeBy.kind && file.callerId === madeBy.id)
}
