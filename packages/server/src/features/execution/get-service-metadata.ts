import { getServiceMetadata } from '@sheetwright/contract/execution/get-service-metadata.ts'
import { handle } from '../../platform/http/handle.ts'
import { metaOf } from './service-meta.ts'

export const getServiceMetadataHandler = handle(getServiceMetadata, async (context) => {
  const { caller, params, services, correlationId } = context
  const { directory, engines } = services.execution
  const target = { kind: 'engine', product: params.folder, engine: params.service } as const
  const { version } = await directory.choose(caller.tenantId, caller, target, {})
  const { shown } = await engines.get(caller.tenantId, version)
  return {
    status: 'Success' as const,
    error: null,
    response_data: { outputs: shown.metadata },
    response_meta: metaOf(version, correlationId, new Date()),
  }
})
