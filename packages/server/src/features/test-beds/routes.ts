import type { Handler } from '../../platform/http/handle.ts'
import { cancelTestRunHandler } from './cancel-test-run.ts'
import { commentPublishingHandler } from './comment-publishing.ts'
import { compareTestRunsHandler } from './compare-test-runs.ts'
import { decidePublishingHandler } from './decide-publishing.ts'
import { deleteTestBedHandler } from './delete-test-bed.ts'
import { deleteTestBedTemplateHandler } from './delete-test-bed-template.ts'
import { deleteTestRunHandler } from './delete-test-run.ts'
import { downloadEngineTemplateHandler } from './download-engine-template.ts'
import { downloadPortfolioImpactHandler } from './download-portfolio-impact.ts'
import { downloadTestBedHandler } from './download-test-bed.ts'
import { downloadTestBedTemplateHandler } from './download-test-bed-template.ts'
import { downloadTestRunHandler } from './download-test-run.ts'
import { explainComparedCaseHandler } from './explain-compared-case.ts'
import { generateTestCasesHandler } from './generate-test-cases.ts'
import { getPortfolioImpactHandler } from './get-portfolio-impact.ts'
import { getPublishRequestHandler } from './get-publish-request.ts'
import { getPublishRulesHandler } from './get-publish-rules.ts'
import { getCoverageHandler } from './get-coverage.ts'
import { getTestBedHandler } from './get-test-bed.ts'
import { getTestBedTemplateHandler } from './get-test-bed-template.ts'
import { getTestBedTemplateVersionsHandler } from './get-test-bed-template-versions.ts'
import { getTestBedVersionsHandler } from './get-test-bed-versions.ts'
import { getTestComparisonHandler } from './get-test-comparison.ts'
import { getTestRunHandler } from './get-test-run.ts'
import { getTestRunProgressHandler } from './get-test-run-progress.ts'
import { listComparedCasesHandler } from './list-compared-cases.ts'
import { listTestBedTemplatesHandler } from './list-test-bed-templates.ts'
import { listTestBedsHandler } from './list-test-beds.ts'
import { listTestCasesHandler } from './list-test-cases.ts'
import { listTestResultsHandler } from './list-test-results.ts'
import { listTestRunsHandler } from './list-test-runs.ts'
import { planTestCasesHandler } from './plan-test-cases.ts'
import { queueTestRunHandler } from './queue-test-run.ts'
import { replayCallsHandler } from './replay-calls.ts'
import { requestPublishingHandler } from './request-publishing.ts'
import { saveCallAsCaseHandler } from './save-call-as-case.ts'
import { savePublishRulesHandler } from './save-publish-rules.ts'
import { saveTestBedHandler } from './save-test-bed.ts'
import { saveTestBedTemplateHandler } from './save-test-bed-template.ts'
import { saveTestCasesHandler } from './save-test-cases.ts'
import { summariseTestRunHandler } from './summarise-test-run.ts'
import { uploadRegressionHandler } from './upload-regression.ts'
import { uploadTestBedHandler } from './upload-test-bed.ts'

export const testBedsRoutes: readonly Handler[] = [
  cancelTestRunHandler,
  commentPublishingHandler,
  compareTestRunsHandler,
  decidePublishingHandler,
  deleteTestBedHandler,
  deleteTestBedTemplateHandler,
  deleteTestRunHandler,
  downloadEngineTemplateHandler,
  downloadPortfolioImpactHandler,
  downloadTestBedHandler,
  downloadTestBedTemplateHandler,
  downloadTestRunHandler,
  explainComparedCaseHandler,
  generateTestCasesHandler,
  getPortfolioImpactHandler,
  getPublishRequestHandler,
  getPublishRulesHandler,
  getCoverageHandler,
  getTestBedHandler,
  getTestBedTemplateHandler,
  getTestBedTemplateVersionsHandler,
  getTestBedVersionsHandler,
  getTestComparisonHandler,
  getTestRunHandler,
  getTestRunProgressHandler,
  listComparedCasesHandler,
  listTestBedTemplatesHandler,
  listTestBedsHandler,
  listTestCasesHandler,
  listTestResultsHandler,
  listTestRunsHandler,
  planTestCasesHandler,
  queueTestRunHandler,
  replayCallsHandler,
  requestPublishingHandler,
  saveCallAsCaseHandler,
  savePublishRulesHandler,
  saveTestBedHandler,
  saveTestBedTemplateHandler,
  saveTestCasesHandler,
  summariseTestRunHandler,
  uploadRegressionHandler,
  uploadTestBedHandler,
]
