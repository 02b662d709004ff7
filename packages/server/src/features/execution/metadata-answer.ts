import type { ResultOf } from '@sheetwright/contract/call.ts'
import type { getServiceMetadata } from '@sheetwright/contract/execution/get-service-metadata.ts'
import type { CallerIdentity } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import type { Target } from './engine-directory.ts'
import { metaOf } from './service-meta.ts'

/** The static metadata of the engine that a call names. */
export async function metadataAnswer(
  { execution: { directory, engines } }: Services,
  caller: Exclude<CallerIdentity, { kind: 'anyone' }>,
  target: Target,
  correlationId: string,
): Promise<ResultOf<typeof getServiceMetadata>> {
  const { version } = await directory.choose(caller.tenantId, caller, target, {})
  const { shown } = await engines.get(caller.tenantId, version)
  return {
    status: 'Success',
    error: null,
    response_data: { outputs: shown.metadata },
    response_meta: metaOf(version, correlationId, new Date()),
  }
}
