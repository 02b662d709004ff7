import { getServiceSchema } from '@sheetwright/contract/engines/get-service-schema.ts'
import { handle } from '../../platform/http/handle.ts'
import { describeServiceOfVersion } from './service-of-version.ts'

export const getServiceSchemaHandler = handle(getServiceSchema, ({ caller, params, services }) =>
  describeServiceOfVersion(services, caller, params.versionId),
)
