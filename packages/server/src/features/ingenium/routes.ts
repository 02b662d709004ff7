import type { Handler } from '../../platform/http/handle.ts'
import { cancelPoliciesHandler } from './cancel-policies.ts'
import { downloadMappingSheetHandler } from './download-mapping-sheet.ts'
import { downloadPoliciesHandler } from './download-policies.ts'
import { getLogsHandler } from './get-logs.ts'
import { getMappingHandler } from './get-mapping.ts'
import { getRunStatusHandler } from './get-run-status.ts'
import { listMappingsHandler } from './list-mappings.ts'
import { listPolicyRunsHandler } from './list-policy-runs.ts'
import { previewMappingHandler } from './preview-mapping.ts'
import { readMappingSheetHandler } from './read-mapping-sheet.ts'
import { runPoliciesHandler } from './run-policies.ts'
import { saveMappingHandler } from './save-mapping.ts'

export const ingeniumRoutes: readonly Handler[] = [
  cancelPoliciesHandler,
  downloadPoliciesHandler,
  getLogsHandler,
  getMappingHandler,
  getRunStatusHandler,
  listMappingsHandler,
  listPolicyRunsHandler,
  previewMappingHandler,
  runPoliciesHandler,
  saveMappingHandler,
  readMappingSheetHandler,
  downloadMappingSheetHandler,
]
