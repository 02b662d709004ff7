import { getServiceByVersion } from '@sheetwright/contract/engines/get-service-by-version.ts'
import { handle } from '../../platform/http/handle.ts'
import { describeServiceOfVersion } from './service-of-version.ts'

export const getServiceByVersionHandler = handle(getServiceByVersion, ({ caller, params, services }) =>
  describeServiceOfVersion(services, caller, params.versionId),
)
