import { createReadStream } from 'node:fs'
import { downloadTemplate } from '@sheetwright/contract/templates/download-template.ts'
import type { ByteRange } from '../../platform/files/file-store.ts'
import { handle } from '../../platform/http/handle.ts'
import { starterPath, starterSize } from './starter-files.ts'
import { existingTemplate } from './template.access.ts'

const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export const downloadTemplateHandler = handle(downloadTemplate, async ({ caller, params, services: { db, files } }) => {
  const found = await db.inTenant(caller.tenantId, (tx) => existingTemplate(tx, caller, params.id))
  const { fileHash, origin, file } = found
  const contentType = /\.xlsx$/i.test(file.name) ? workbook : 'application/octet-stream'
  const name = { fileName: file.name, contentType }
  if (fileHash !== null) {
    const open = (range?: ByteRange) => files.open(caller.tenantId, fileHash, range)
    return { ...name, etag: fileHash, size: file.size, open }
  }
  if (origin === null) throw new Error(`The template ${found.id} has no content`)
  // A starter's file can have changed since its row was created.
  const size = await starterSize(origin)
  return { ...name, size, open: (range?: ByteRange) => createReadStream(starterPath(origin), range) }
})
