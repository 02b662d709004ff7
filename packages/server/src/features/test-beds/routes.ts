import type { Handler } from '../../platform/http/handle.ts'
import { cancelTestRunHandler } from './cancel-test-run.ts'
import { deleteTestBedHandler } from './delete-test-bed.ts'
import { deleteTestBedTemplateHandler } from './delete-test-bed-template.ts'
import { deleteTestRunHandler } from './delete-test-run.ts'
import { downloadEngineTemplateHandler } from './download-engine-template.ts'
import { downloadTestBedHandler } from './download-test-bed.ts'
import { downloadTestBedTemplateHandler } from './download-test-bed-template.ts'
import { downloadTestRunHandler } from './download-test-run.ts'
import { getTestBedHandler } from './get-test-bed.ts'
import { getTestBedTemplateHandler } from './get-test-bed-template.ts'
import { getTestBedTemplateVersionsHandler } from './get-test-bed-template-versions.ts'
import { getTestBedVersionsHandler } from './get-test-bed-versions.ts'
import { getTestRunHandler } from './get-test-run.ts'
import { getTestRunProgressHandler } from './get-test-run-progress.ts'
import { listTestBedTemplatesHandler } from './list-test-bed-templates.ts'
import { listTestBedsHandler } from './list-test-beds.ts'
import { listTestCasesHandler } from './list-test-cases.ts'
import { listTestResultsHandler } from './list-test-results.ts'
import { listTestRunsHandler } from './list-test-runs.ts'
import { queueTestRunHandler } from './queue-test-run.ts'
import { saveCallAsCaseHandler } from './save-call-as-case.ts'
import { saveTestBedHandler } from './save-test-bed.ts'
import { saveTestBedTemplateHandler } from './save-test-bed-template.ts'
import { saveTestCasesHandler } from './save-test-cases.ts'
import { summariseTestRunHandler } from './summarise-test-run.ts'
import { uploadTestBedHandler } from './upload-test-bed.ts'

export const testBedsRoutes: readonly Handler[] = [
  cancelTestRunHandler,
  deleteTestBedHandler,
  deleteTestBedTemplateHandler,
  deleteTestRunHandler,
  downloadEngineTemplateHandler,
  downloadTestBedHandler,
  downloadTestBedTemplateHandler,
  downloadTestRunHandler,
  getTestBedHandler,
  getTestBedTemplateHandler,
  getTestBedTemplateVersionsHandler,
  getTestBedVersionsHandler,
  getTestRunHandler,
  getTestRunProgressHandler,
  listTestBedTemplatesHandler,
  listTestBedsHandler,
  listTestCasesHandler,
  listTestResultsHandler,
  listTestRunsHandler,
  queueTestRunHandler,
  saveCallAsCaseHandler,
  saveTestBedHandler,
  saveTestBedTemplateHandler,
  saveTestCasesHandler,
  summariseTestRunHandler,
  uploadTestBedHandler,
]
