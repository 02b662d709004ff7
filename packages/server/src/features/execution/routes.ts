import type { Handler } from '../../platform/http/handle.ts'
import { batchExecuteHandlers } from './batch-execute.ts'
import { deleteChainHandler, listChainsHandler, listUnchainedHandler, saveChainHandler } from './chains.ts'
import { getServiceMetadataHandler, validateServiceHandler } from './describe-service.ts'
import { downloadOutputFileHandler, downloadOutputHandler } from './download-output.ts'
import { executeEngineHandler, executeInputsHandler } from './execute.ts'
import { executeChainHandler } from './execute-chain.ts'
import { legacyExecuteHandlers } from './legacy-execute.ts'
import { deleteProxyRuleHandler, getProxyRuleHandler, saveProxyRuleHandler } from './proxy-rules.ts'

export const executionRoutes: readonly Handler[] = [
  executeEngineHandler,
  executeInputsHandler,
  executeChainHandler,
  ...legacyExecuteHandlers,
  ...batchExecuteHandlers,
  validateServiceHandler,
  getServiceMetadataHandler,
  downloadOutputHandler,
  downloadOutputFileHandler,
  getProxyRuleHandler,
  saveProxyRuleHandler,
  deleteProxyRuleHandler,
  saveChainHandler,
  listChainsHandler,
  deleteChainHandler,
  listUnchainedHandler,
]
