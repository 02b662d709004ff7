import { Readable } from 'node:stream'
import { fileBytes, filesRootId } from '@sheetwright/contract/files/file-entry.ts'
import { finishFileUpload } from '@sheetwright/contract/files/finish-file-upload.ts'
import { actorOf } from '../../platform/audit/audit.store.ts'
import type { Files } from '../../platform/files/files.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { fileFor, shownFile, viewerOf } from './entry.access.ts'
import { noteChange } from './entry-audit.ts'
import { withUniqueName } from './entry-failures.ts'
import { assertContent, keepFile } from './keep-file.ts'
import { uploadFor } from './upload.access.ts'
import { lockUpload, partsOf, removeUpload, type StoredPart } from './upload.store.ts'

export const finishFileUploadHandler = handle(
  finishFileUpload,
  async ({ caller, params, services, correlationId, signal }) => {
    const { db, files, events } = services
    const { tenantId } = caller
    const viewer = viewerOf(caller)
    const { upload, parts } = await db.inTenant(tenantId, async (tx) => ({
      upload: (await uploadFor(tx, caller, params.upload)).upload,
      parts: await partsOf(tx, params.upload),
    }))
    const count = Math.ceil(upload.size / upload.partBytes)
    if (parts.length < count) {
      throw new CallError('UPLOAD_INCOMPLETE', `${count - parts.length} of ${count} parts are missing`)
    }
    const whole = Readable.from(contentOf(files, tenantId, parts), { objectMode: false })
    const { hash, size } = await files.put(tenantId, whole, { maxBytes: fileBytes, signal })
    const { name, path } = upload
    await assertContent(files, tenantId, { name, hash, size })
    return withUniqueName(name, () =>
      db.inTenant(tenantId, async (tx) => {
        // If two requests finish it at once, one creates the file and the other finds the upload gone.
        if (!(await lockUpload(tx, caller.userId, upload.id))) await uploadFor(tx, caller, upload.id)
        const destination = { folderId: upload.folderId ?? filesRootId, path }
        const { id, version } = await keepFile(tx, viewer, destination, { name, hash, size })
        await removeUpload(tx, caller.userId, upload.id)
        const entry = await fileFor(tx, viewer, id)
        await noteChange(
          tx,
          { actor: actorOf(caller, correlationId), events },
          {
            action: version === 1 ? 'file.add' : 'file.version',
            entry,
            after: { path: entry.path, version, hash, size },
          },
        )
        return shownFile(entry)
      }),
    )
  },
)

async function* contentOf(files: Files, tenantId: string, parts: readonly StoredPart[]): AsyncIterable<Buffer> {
  for (const { hash } of parts) yield* (await files.open(tenantId, hash)) as AsyncIterable<Buffer>
}
