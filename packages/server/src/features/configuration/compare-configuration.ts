import { compareConfiguration } from '@sheetwright/contract/configuration/compare-configuration.ts'
import { handle } from '../../platform/http/handle.ts'
import { differencesOf } from './configuration-differences.ts'
import { currentConfiguration } from './current-configuration.ts'

export const compareConfigurationHandler = handle(compareConfiguration, ({ caller, body, services: { db } }) =>
  db.inTenant(caller.tenantId, async (tx) => ({ differences: differencesOf(await currentConfiguration(tx), body) })),
)
