import { seedDemo } from './demo/seed-demo.job.ts'
import { logAuditHeads } from './features/audit/log-audit-heads.schedule.ts'
import { collectFiles } from './features/files/collect-files.schedule.ts'
import { purgeDocuments } from './features/documents/purge-documents.schedule.ts'
import { deleteFolderContent } from './features/files/delete-folder.job.ts'
import { packEntries } from './features/files/pack-entries.job.ts'
import { purgeFiles } from './features/files/purge-files.schedule.ts'
import { unpackFolder } from './features/files/unpack-folder.job.ts'
import { compileEngine } from './features/engines/compile-engine.job.ts'
import { proveEngine } from './features/engines/prove-engine.job.ts'
import { purgeMasterReferences } from './features/master-references/purge-master-references.schedule.ts'
import { purgeEngines } from './features/engines/purge-engines.schedule.ts'
import { purgeJobs } from './features/jobs/purge-jobs.schedule.ts'
import { deliverMails, purgeMails } from './features/mail/deliver-mails.schedule.ts'
import { cloneContent } from './features/products/clone-product.job.ts'
import { downloadFolder } from './features/products/zip/export-product.job.ts'
import { uploadFolder } from './features/products/zip/import-product.job.ts'
import { purgeProducts } from './features/products/purge-products.schedule.ts'
import { syncDownStream } from './features/master-references/sync-down-stream.job.ts'
import { downloadLogs } from './features/call-log/download-logs.job.ts'
import { purgeBatches } from './features/execution/batches/purge-batches.schedule.ts'
import { resultsCsv, resultsExcel } from './features/test-beds/download-results.job.ts'
import { apiDocumentation } from './features/api-documentation/api-documentation.job.ts'
import { makePackage } from './features/sdk/make-package.job.ts'
import { compareRuns } from './features/test-beds/compare-runs.job.ts'
import { generateCases } from './features/test-beds/generate-cases.job.ts'
import { ingeniumAdapter } from './features/ingenium/ingenium-adapter.job.ts'
import { computePortfolio } from './features/portfolios/compute-portfolio.job.ts'
import { purgePortfolios } from './features/portfolios/purge-portfolios.schedule.ts'
import { dmlGenerate } from './features/dml/dml-generate.job.ts'
import { testRun } from './features/test-beds/test-run.job.ts'
import { purgeVisitors } from './features/visitors/purge-visitors.schedule.ts'
import { weeklyMails } from './features/insights/weekly-mails.schedule.ts'
import { purgeCalls } from './features/call-log/purge-calls.schedule.ts'
import { deliverWebhooks, purgeDeliveries, watchErrorRates } from './features/webhooks/deliver-webhooks.schedule.ts'
import { eitherJob, type JobDefinition } from './platform/jobs/definition.ts'
import type { Schedule } from './platform/jobs/schedule.ts'

/** Every background job: one `<name>.job.ts` per line. */
export const jobDefinitions: readonly JobDefinition[] = [
  compileEngine,
  proveEngine,
  downloadLogs,
  eitherJob(downloadFolder, packEntries),
  eitherJob(uploadFolder, unpackFolder),
  deleteFolderContent,
  cloneContent,
  testRun,
  compareRuns,
  generateCases,
  resultsCsv,
  resultsExcel,
  syncDownStream,
  dmlGenerate,
  ingeniumAdapter,
  computePortfolio,
  makePackage,
  apiDocumentation,
  seedDemo,
]

/** Every recurring task: one `<name>.schedule.ts` per line. */
export const schedules: readonly Schedule[] = [
  collectFiles,
  purgeFiles,
  purgeProducts,
  purgeDocuments,
  purgeEngines,
  purgeMasterReferences,
  purgeCalls,
  weeklyMails,
  purgeBatches,
  purgeJobs,
  purgePortfolios,
  purgeVisitors,
  deliverMails,
  purgeMails,
  deliverWebhooks,
  watchErrorRates,
  purgeDeliveries,
  logAuditHeads,
]
