import { Readable } from 'node:stream'
import { downloadConfiguration } from '@sheetwright/contract/configuration/download-configuration.ts'
import { handle } from '../../platform/http/handle.ts'
import { currentConfiguration } from './current-configuration.ts'

export const downloadConfigurationHandler = handle(downloadConfiguration, async ({ caller, services: { db } }) => {
  const file = await db.inTenant(caller.tenantId, currentConfiguration)
  return {
    fileName: 'configuration.json',
    open: () => Readable.from([`${JSON.stringify(file, null, 2)}\n`]),
  }
})
