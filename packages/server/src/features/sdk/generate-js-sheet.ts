import { generateJsSheet } from '@sheetwright/contract/sdk/generate-js-sheet.ts'
import { handle } from '../../platform/http/handle.ts'
import { beginPackage } from './begin-package.ts'
import { chosenVersion } from './chosen-version.ts'

export const generateJsSheetHandler = handle(generateJsSheet, ({ caller, params, body, services }) =>
  services.db.inTenant(caller.tenantId, async (tx) => {
    const chosen = await chosenVersion(tx, caller, params, body.version)
    return beginPackage(tx, services, caller, { ...chosen, kind: 'jssheet' })
  }),
)
