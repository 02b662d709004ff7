import { downloadOriginal } from '@sheetwright/contract/engines/download-original.ts'
import { handle } from '../../platform/http/handle.ts'
import { versionOf } from './require-version.ts'

export const downloadOriginalHandler = handle(downloadOriginal, ({ caller, params, services: { db, files } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const { version } = await versionOf(tx, caller, params)
    const { fileName, fileHash: hash, fileSize: size } = version
    return { fileName, size, etag: hash, open: (range) => files.open(caller.tenantId, hash, range) }
  }),
)
