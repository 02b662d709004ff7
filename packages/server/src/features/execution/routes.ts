import type { Handler } from '../../platform/http/handle.ts'
import { executeBatchHandler } from './batch-execute.ts'
import { executeEngineHandler, executeInputsHandler } from './execute.ts'
import { legacyExecuteHandlers } from './legacy-execute.ts'

export const executionRoutes: readonly Handler[] = [
  executeEngineHandler,
  executeInputsHandler,
  ...legacyExecuteHandlers,
  executeBatchHandler,
]
