import { Readable } from 'node:stream'
import { downloadNamed } from '@sheetwright/contract/look-inside/download-named.ts'
import { handle } from '../../platform/http/handle.ts'
import { seenVersion } from './look-at.access.ts'

export const downloadNamedHandler = handle(
  downloadNamed,
  async ({ caller, params, services: { db, files, books } }) => {
    const { tenantId } = caller
    const version = await db.inTenant(tenantId, (tx) => seenVersion(tx, caller, params))
    const { fileName, fileHash, fileSize, marks } = version
    if (marks === null) {
      const open = (range?: Parameters<typeof files.open>[2]) => files.open(tenantId, fileHash, range)
      return { fileName, size: fileSize, etag: fileHash, open }
    }
    const content = await books.named(tenantId, fileHash, marks)
    return { fileName, open: () => Readable.from([content]) }
  },
)
