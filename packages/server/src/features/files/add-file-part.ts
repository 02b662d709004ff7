import { addFilePart } from '@sheetwright/contract/files/add-file-part.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { uploadFor } from './upload.access.ts'
import { savePart } from './upload.store.ts'

export const addFilePartHandler = handle(addFilePart, ({ caller, params, files, services: { db } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const { upload } = await uploadFor(tx, caller, params.upload)
    const expected = Math.min(upload.partBytes, upload.size - (params.part - 1) * upload.partBytes)
    if (expected <= 0) {
      const count = Math.ceil(upload.size / upload.partBytes)
      throw new CallError('INVALID_INPUT', 'The upload has no such part', [
        { field: 'path.part', message: 'is more than the upload has', allowed: `1 to ${count}` },
      ])
    }
    const { hash, size } = files.Part
    if (size !== expected) {
      throw new CallError('INVALID_INPUT', 'The part has another size than it should', [
        { field: 'body.Part', message: `has ${size} bytes`, allowed: `${expected} bytes` },
      ])
    }
    await savePart(tx, upload.id, { part: params.part, hash, size })
    return (await uploadFor(tx, caller, params.upload)).shown
  }),
)
