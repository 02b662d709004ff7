import { dmlRuns, dmlRunTables } from './schema/dml.ts'
import { portfolioRunParts, portfolioRuns } from './schema/portfolios.ts'
import { policyMappings, policyMappingVersions, policyRunParts, policyRuns } from './schema/policies.ts'
import { batchChunks, batches } from './schema/batches.ts'
import { promotedVersions } from './schema/promoted-versions.ts'
import { apiClients } from './schema/api-clients.ts'
import { deviceLogins } from './schema/device-logins.ts'
import { boardCards, boardColumns } from './schema/board.ts'
import { configurationChanges } from './schema/configuration-changes.ts'
import { bookmarks } from './schema/bookmarks.ts'
import { roadmapDependencies, roadmapProgress } from './schema/roadmap.ts'
import { templateFavourites, templates } from './schema/templates.ts'
import {
  callCounts,
  callDurations,
  callSeriesDurations,
  callSeries,
  callValues,
  slowestCalls,
} from './schema/call-usage.ts'
import { callExports } from './schema/call-exports.ts'
import {
  engineCallCounts,
  engineCalls,
  engineChains,
  engineFavourites,
  engineProofs,
  engineUploads,
  engineVersions,
  engines,
  proxyRules,
} from './schema/engines.ts'
import {
  productDocumentFavourites,
  productDocuments,
  productDocumentVersions,
  productSections,
} from './schema/documents.ts'
import { jobQueue, jobSchedules, jobs, jobTurns } from './schema/jobs.ts'
import { fileEntries, fileEntryVersions, fileUploadParts, fileUploads } from './schema/file-entries.ts'
import { dataDictionaryEntries } from './schema/data-dictionary.ts'
import { formDrafts, formVersions } from './schema/forms.ts'
import { jobFiles } from './schema/job-files.ts'
import { lookupEntries } from './schema/lookup-entries.ts'
import {
  engineReferences,
  masterReferenceRanges,
  masterReferences,
  masterReferenceVersions,
  referenceSyncEngines,
  referenceTableRows,
  referenceTables,
} from './schema/master-references.ts'
import { masterApiSettings, masterApiVersions } from './schema/master-api.ts'
import { entityPermissions } from './schema/entity-permissions.ts'
import { productFavourites, products } from './schema/products.ts'
import { weeklyMails } from './schema/weekly-mails.ts'
import { serviceTransfers } from './schema/service-transfers.ts'
import { publishRequestComments, publishRequests, publishRules, publishRuleTestBeds } from './schema/publish-gate.ts'
import { enginePackages } from './schema/engine-packages.ts'
import { webhookAlarms, webhookDeliveries, webhooks } from './schema/webhooks.ts'
import { storedFiles } from './schema/stored-files.ts'
import { systemValues } from './schema/system-values.ts'
import { transforms } from './schema/transforms.ts'
import { tenants } from './schema/tenants.ts'
import {
  testBedTemplates,
  testBedTemplateVersions,
  testBeds,
  testBedVersions,
  testCaseBlocks,
  testComparisons,
  testRunParts,
  testRuns,
} from './schema/test-beds.ts'
import { apiKeyAddresses, apiKeys } from './schema/api-keys.ts'
import { auditEntries } from './schema/audit.ts'
import { mails } from './schema/mails.ts'
import { oidcPayloads, passwordLinks, signInAttempts, signInSessions } from './schema/sign-in.ts'
import { secondFactors } from './schema/second-factors.ts'
import { visitorLinks, visitors } from './schema/visitors.ts'
import { userGroupRules } from './schema/user-group-rules.ts'
import { userGroupMembers, userGroups, users } from './schema/users.ts'
import { callLimits } from './schema/call-limits.ts'

/**
 * Every table of the product, by its variable's name, for the query builder. The SQL in src/migrations creates the
 * tables; a test compares the two.
 */
export const schema = {
  dmlRuns,
  dmlRunTables,
  policyMappings,
  policyMappingVersions,
  policyRunParts,
  policyRuns,
  portfolioRunParts,
  portfolioRuns,
  transforms,
  serviceTransfers,
  batches,
  batchChunks,
  dataDictionaryEntries,
  fileEntries,
  fileEntryVersions,
  fileUploadParts,
  fileUploads,
  formDrafts,
  formVersions,
  jobFiles,
  engineCallCounts,
  engineCalls,
  engineChains,
  engineFavourites,
  engineProofs,
  engines,
  engineUploads,
  engineVersions,
  proxyRules,
  boardCards,
  boardColumns,
  bookmarks,
  configurationChanges,
  roadmapDependencies,
  roadmapProgress,
  templateFavourites,
  templates,
  engineReferences,
  masterApiSettings,
  masterApiVersions,
  masterReferenceRanges,
  masterReferences,
  masterReferenceVersions,
  referenceSyncEngines,
  referenceTableRows,
  referenceTables,
  callCounts,
  callDurations,
  callSeriesDurations,
  callExports,
  callSeries,
  callValues,
  slowestCalls,
  weeklyMails,
  entityPermissions,
  jobQueue,
  jobSchedules,
  jobs,
  jobTurns,
  lookupEntries,
  productDocumentFavourites,
  productDocuments,
  productDocumentVersions,
  productSections,
  productFavourites,
  products,
  publishRequestComments,
  publishRequests,
  publishRules,
  publishRuleTestBeds,
  storedFiles,
  systemValues,
  tenants,
  testBedTemplates,
  testBedTemplateVersions,
  testBeds,
  testBedVersions,
  testCaseBlocks,
  testComparisons,
  testRunParts,
  testRuns,
  enginePackages,
  webhookAlarms,
  webhookDeliveries,
  webhooks,
  apiClients,
  apiKeyAddresses,
  apiKeys,
  deviceLogins,
  promotedVersions,
  secondFactors,
  auditEntries,
  mails,
  oidcPayloads,
  passwordLinks,
  signInAttempts,
  signInSessions,
  userGroupMembers,
  userGroupRules,
  userGroups,
  users,
  visitorLinks,
  visitors,
  callLimits,
}
