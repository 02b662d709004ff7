import type { Handler } from '../../platform/http/handle.ts'
import { executeBatchHandler } from './execute-batch.ts'
import { executePublicBatchHandler } from './execute-public-batch.ts'
import { keepingUnread } from './keep-unread.ts'
import { deleteChainHandler } from './delete-chain.ts'
import { listChainsHandler } from './list-chains.ts'
import { listUnchainedHandler } from './list-unchained.ts'
import { saveChainHandler } from './save-chain.ts'
import { getServiceMetadataHandler } from './get-service-metadata.ts'
import { getVersionMetadataHandler } from './get-version-metadata.ts'
import { validateVersionHandler } from './validate-version.ts'
import { validateServiceHandler } from './validate-service.ts'
import { downloadOutputFileHandler } from './download-output-file.ts'
import { downloadOutputHandler } from './download-output.ts'
import { executeEngineHandler } from './execute-engine.ts'
import { executeInputsHandler } from './execute-inputs.ts'
import { executeChainHandler } from './execute-chain.ts'
import { executeServiceHandler } from './execute-service.ts'
import { executeServiceByIdHandler } from './execute-service-by-id.ts'
import { executeVersionByIdHandler } from './execute-version-by-id.ts'
import { executeNamedHandler } from './execute-named.ts'
import { executeProxyHandler } from './execute-proxy.ts'
import { executePublicServiceHandler } from './execute-public-service.ts'
import { executePublicServiceByIdHandler } from './execute-public-service-by-id.ts'
import { executePublicVersionByIdHandler } from './execute-public-version-by-id.ts'
import { executePublicNamedHandler } from './execute-public-named.ts'
import { executePublicProxyHandler } from './execute-public-proxy.ts'
import { deleteProxyRuleHandler } from './delete-proxy-rule.ts'
import { getProxyRuleHandler } from './get-proxy-rule.ts'
import { saveProxyRuleHandler } from './save-proxy-rule.ts'
import { createBatchHandler } from './batches/create-batch.ts'
import { listBatchesHandler } from './batches/list-batches.ts'
import { getBatchHandler } from './batches/get-batch.ts'
import { getBatchStatusHandler } from './batches/get-batch-status.ts'
import { addChunksHandler } from './batches/add-chunks.ts'
import { takeChunkResultsHandler } from './batches/take-chunk-results.ts'
import { endBatchHandler } from './batches/end-batch.ts'
import { listTransformsHandler } from './transforms/list-transforms.ts'
import { getTransformHandler } from './transforms/get-transform.ts'
import { saveTransformHandler } from './transforms/save-transform.ts'
import { deleteTransformHandler } from './transforms/delete-transform.ts'
import { validateTransformHandler } from './transforms/validate-transform.ts'
import { executeTransformHandler } from './transforms/execute-transform.ts'
import { executeOwnTransformHandler } from './transforms/execute-own-transform.ts'

/** Calls that run an engine and are logged. */
const executions: readonly Handler[] = [
  executeEngineHandler,
  executeInputsHandler,
  executeChainHandler,
  executeServiceHandler,
  executeServiceByIdHandler,
  executeVersionByIdHandler,
  executeNamedHandler,
  executeProxyHandler,
  executePublicServiceHandler,
  executePublicServiceByIdHandler,
  executePublicVersionByIdHandler,
  executePublicNamedHandler,
  executePublicProxyHandler,
  executeBatchHandler,
  executePublicBatchHandler,
]

export const executionRoutes: readonly Handler[] = [
  ...executions.map(keepingUnread),
  validateServiceHandler,
  getServiceMetadataHandler,
  validateVersionHandler,
  getVersionMetadataHandler,
  downloadOutputHandler,
  downloadOutputFileHandler,
  getProxyRuleHandler,
  saveProxyRuleHandler,
  deleteProxyRuleHandler,
  saveChainHandler,
  listChainsHandler,
  deleteChainHandler,
  listUnchainedHandler,
  createBatchHandler,
  listBatchesHandler,
  getBatchHandler,
  getBatchStatusHandler,
  addChunksHandler,
  takeChunkResultsHandler,
  endBatchHandler,
  listTransformsHandler,
  getTransformHandler,
  saveTransformHandler,
  deleteTransformHandler,
  validateTransformHandler,
  executeTransformHandler,
  executeOwnTransformHandler,
]
