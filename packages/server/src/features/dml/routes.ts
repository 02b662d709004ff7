import type { Handler } from '../../platform/http/handle.ts'
import { describeTablesHandler } from './describe-tables.ts'
import { downloadDmlHandler } from './download-dml.ts'
import { generateDmlHandler } from './generate-dml.ts'
import { getDmlRunHandler } from './get-dml-run.ts'
import { listDmlRunsHandler } from './list-dml-runs.ts'
import { previewDmlHandler } from './preview-dml.ts'

export const dmlRoutes: readonly Handler[] = [
  describeTablesHandler,
  downloadDmlHandler,
  generateDmlHandler,
  getDmlRunHandler,
  listDmlRunsHandler,
  previewDmlHandler,
]
