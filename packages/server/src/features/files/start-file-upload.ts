import { filesRootId } from '@sheetwright/contract/files/file-entry.ts'
import { startFileUpload } from '@sheetwright/contract/files/start-file-upload.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { folderFor, namesIn, viewerOf } from './entry.access.ts'
import { assertKnownType, checkedName } from './keep-file.ts'
import { assertSize, mostUploads } from './upload-limits.ts'
import { uploadFor } from './upload.access.ts'
import { countUploads, insertUpload } from './upload.store.ts'

export const startFileUploadHandler = handle(startFileUpload, ({ caller, body, services: { db, settings } }) => {
  assertKnownType(body.name)
  assertSize(body.size, settings.maxUploadMegabytes)
  for (const name of namesIn(body.path)) checkedName(name, 'body.path')
  return db.inTenant(caller.tenantId, async (tx) => {
    await folderFor(tx, viewerOf(caller), body.folderId)
    if ((await countUploads(tx, caller.userId)) >= mostUploads) {
      throw new CallError('TOO_MANY_UPLOADS', `You have ${mostUploads} unfinished uploads: finish or cancel some first`)
    }
    const { folderId, path, name, size } = body
    const id = await insertUpload(tx, {
      userId: caller.userId,
      folderId: folderId === filesRootId ? null : folderId,
      path,
      name,
      size,
    })
    return uploadFor(tx, caller, id).then(({ shown }) => shown)
  })
})
