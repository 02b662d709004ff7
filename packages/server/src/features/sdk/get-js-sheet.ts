import { getJsSheet } from '@sheetwright/contract/sdk/get-js-sheet.ts'
import { handle } from '../../platform/http/handle.ts'
import { chosenVersion } from './chosen-version.ts'
import { readyPackage } from './engine-package.store.ts'
import { assertPortable } from './package.access.ts'
import { packageAnswer } from './package-answer.ts'

export const getJsSheetHandler = handle(getJsSheet, async ({ caller, params, body, services: { db, files } }) => {
  const found = await db.inTenant(caller.tenantId, async (tx) => {
    const { engine, version } = await chosenVersion(tx, caller, params, body.version)
    assertPortable(engine, 'jssheet')
    return readyPackage(tx, version.id, 'jssheet')
  })
  return packageAnswer(files, caller.tenantId, found)
})
