import { getServiceMetadata } from '@sheetwright/contract/execution/get-service-metadata.ts'
import { handle } from '../../platform/http/handle.ts'
import { metadataAnswer } from './metadata-answer.ts'

export const getServiceMetadataHandler = handle(getServiceMetadata, ({ caller, params, services, correlationId }) =>
  metadataAnswer(services, caller, { kind: 'engine', product: params.folder, engine: params.service }, correlationId),
)
