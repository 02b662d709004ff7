import { getVersionMetadata } from '@sheetwright/contract/execution/get-version-metadata.ts'
import { handle } from '../../platform/http/handle.ts'
import { metadataAnswer } from './metadata-answer.ts'

export const getVersionMetadataHandler = handle(getVersionMetadata, ({ caller, params, services, correlationId }) =>
  metadataAnswer(services, caller, { kind: 'version', versionId: params.versionId }, correlationId),
)
