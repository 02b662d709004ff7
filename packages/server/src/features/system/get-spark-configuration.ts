import { getSparkConfiguration } from '@sheetwright/contract/system/get-spark-configuration.ts'
import { handle } from '../../platform/http/handle.ts'
import { readConfiguration } from './configuration.access.ts'

export const getSparkConfigurationHandler = handle(getSparkConfiguration, ({ caller, services }) =>
  readConfiguration(services, caller.tenantId),
)
