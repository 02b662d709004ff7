import { getLinkedFile } from '@sheetwright/contract/files/get-linked-file.ts'
import { contentTypeOf } from '../../platform/files/content-types.ts'
import { handle } from '../../platform/http/handle.ts'
import { linkedFile } from './linked-file.ts'

export const getLinkedFileHandler = handle(getLinkedFile, async ({ caller, params, services: { db } }) => {
  const { name, size, updatedAt } = await db.inTenant(caller.tenantId, (tx) => linkedFile(tx, caller, params.linkId))
  return { name, size, contentType: contentTypeOf(name), updatedAt, organisation: caller.tenantName }
})
