import { downloadPackage } from '@sheetwright/contract/sdk/download-package.ts'
import { handle } from '../../platform/http/handle.ts'
import { assertPortable, requirePackage } from './package.access.ts'
import { packageAnswer } from './package-answer.ts'

export const downloadPackageHandler = handle(downloadPackage, async ({ caller, params, services: { db, files } }) => {
  const found = await db.inTenant(caller.tenantId, async (tx) => {
    const wanted = await requirePackage(tx, caller, params)
    // A package made while it was allowed is not handed out after the permission was withdrawn.
    assertPortable(wanted.engine, wanted.found.kind)
    return wanted.found
  })
  return packageAnswer(files, caller.tenantId, found)
})
