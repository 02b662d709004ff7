import { cancelPortfolio } from './portfolios/cancel-portfolio.ts'
import { checkPortfolio } from './portfolios/check-portfolio.ts'
import { downloadPortfolio } from './portfolios/download-portfolio.ts'
import { getPortfolioRun } from './portfolios/get-portfolio-run.ts'
import { listPortfolioRuns } from './portfolios/list-portfolio-runs.ts'
import { startPortfolio } from './portfolios/start-portfolio.ts'
import { serveAssistant } from './assistants/serve-assistant.ts'
import { profileVersion } from './look-inside/profile-version.ts'
import { getWeeklyMail } from './insights/get-weekly-mail.ts'
import { saveWeeklyMail } from './insights/save-weekly-mail.ts'
import { getUsageDetails } from './insights/get-usage-details.ts'
import { getVersionOverview } from './insights/get-version-overview.ts'
import { startApiDoc } from './api-documentation/start-api-doc.ts'
import { exportAsPdf } from './api-documentation/export-as-pdf.ts'
import { generateApiDoc } from './api-documentation/generate-api-doc.ts'
import { aggregateUsage } from './insights/aggregate-usage.ts'
import { getDurations } from './insights/get-durations.ts'
import { getNextMeasures } from './insights/get-next-measures.ts'
import { getTotals } from './insights/get-totals.ts'
import { getValueDistribution } from './insights/get-value-distribution.ts'
import { listCounterDefinitions } from './insights/list-counter-definitions.ts'
import { listNotableCalls } from './insights/list-notable-calls.ts'
import { beginDeviceLogin } from './api-keys/begin-device-login.ts'
import { claimDeviceLogin } from './api-keys/claim-device-login.ts'
import { decideDeviceLogin } from './api-keys/decide-device-login.ts'
import { getDeviceLogin } from './api-keys/get-device-login.ts'
import { listOwnKeys } from './api-keys/list-own-keys.ts'
import { revokeOwnKey } from './api-keys/revoke-own-key.ts'
import { addClientKey } from './api-keys/add-client-key.ts'
import { createApiClient } from './api-keys/create-api-client.ts'
import { deleteApiClient } from './api-keys/delete-api-client.ts'
import { listApiClients } from './api-keys/list-api-clients.ts'
import { updateApiClient } from './api-keys/update-api-client.ts'
import { createApiKey } from './api-keys/create-api-key.ts'
import { listApiKeys } from './api-keys/list-api-keys.ts'
import { revokeApiKey } from './api-keys/revoke-api-key.ts'
import { exportAudit } from './audit/export-audit.ts'
import { listAudit } from './audit/list-audit.ts'
import { getCallSettings } from './call-log/get-call-settings.ts'
import { saveCallSettings } from './call-log/save-call-settings.ts'
import { downloadExport } from './call-log/download-export.ts'
import { exportCalls } from './call-log/export-calls.ts'
import { downloadCallWorkbook } from './call-log/download-call-workbook.ts'
import { getCall } from './call-log/get-call.ts'
import { downloadServiceCallsCsv } from './call-log/download-service-calls-csv.ts'
import { downloadServiceCallsJson } from './call-log/download-service-calls-json.ts'
import { getServiceCall } from './call-log/get-service-call.ts'
import { getServiceCallWorkbook } from './call-log/get-service-call-workbook.ts'
import { getServiceCsvStatus } from './call-log/get-service-csv-status.ts'
import { getServiceJsonStatus } from './call-log/get-service-json-status.ts'
import { listCalls } from './call-log/list-calls.ts'
import { getProductMetrics } from './call-log/get-product-metrics.ts'
import { createStatus } from './board/create-status.ts'
import { generateJsSheet } from './sdk/generate-js-sheet.ts'
import { getJsSheet } from './sdk/get-js-sheet.ts'
import { generateSdk } from './sdk/generate-sdk.ts'
import { listPackages } from './sdk/list-packages.ts'
import { getPackage } from './sdk/get-package.ts'
import { downloadPackage } from './sdk/download-package.ts'
import { cancelPackage } from './sdk/cancel-package.ts'
import { followPromotion } from './promotion/follow-promotion.ts'
import { listPromotionHosts } from './promotion/list-promotion-hosts.ts'
import { planPromotion } from './promotion/plan-promotion.ts'
import { rollBackPromotion } from './promotion/roll-back-promotion.ts'
import { sendPromotion } from './promotion/send-promotion.ts'
import { createWebhook } from './webhooks/create-webhook.ts'
import { renewWebhookSecret } from './webhooks/renew-webhook-secret.ts'
import { updateWebhook } from './webhooks/update-webhook.ts'
import { listWebhooks } from './webhooks/list-webhooks.ts'
import { deleteWebhook } from './webhooks/delete-webhook.ts'
import { listDeliveries } from './webhooks/list-deliveries.ts'
import { replayDelivery } from './webhooks/replay-delivery.ts'
import { deleteStatus } from './board/delete-status.ts'
import { getStatuses } from './board/get-statuses.ts'
import { listCards } from './board/list-cards.ts'
import { updateProductStatus } from './board/update-product-status.ts'
import { updateStatus } from './board/update-status.ts'
import { deleteBookmarks } from './bookmarks/delete-bookmarks.ts'
import { getBookmarkByUrl } from './bookmarks/get-bookmark-by-url.ts'
import { getBookmark } from './bookmarks/get-bookmark.ts'
import { listBookmarks } from './bookmarks/list-bookmarks.ts'
import { saveBookmark } from './bookmarks/save-bookmark.ts'
import { updateBookmarkName } from './bookmarks/update-bookmark-name.ts'
import { deleteTemplate } from './templates/delete-template.ts'
import { downloadTemplate } from './templates/download-template.ts'
import { listTemplateCategories } from './templates/list-template-categories.ts'
import { listTemplates } from './templates/list-templates.ts'
import { markFavouriteTemplate } from './templates/mark-favourite-template.ts'
import { saveTemplate } from './templates/save-template.ts'
import { listTasks } from './roadmap/list-tasks.ts'
import { moveTasks } from './roadmap/move-tasks.ts'
import { setDependencies } from './roadmap/set-dependencies.ts'
import { buildMarkedUpload } from './engines/build-marked-upload.ts'
import { iterateVersion } from './engines/iterate-version.ts'
import { diffVersions } from './look-inside/diff-versions.ts'
import { downloadNamed } from './look-inside/download-named.ts'
import { explainCell } from './look-inside/explain-cell.ts'
import { getBook } from './look-inside/get-book.ts'
import { getCells } from './look-inside/get-cells.ts'
import { getProposals } from './look-inside/get-proposals.ts'
import { getUploadedBook } from './look-inside/get-uploaded-book.ts'
import { getUploadedCells } from './look-inside/get-uploaded-cells.ts'
import { lintVersion } from './look-inside/lint-version.ts'
import { proposeInterface } from './look-inside/propose-interface.ts'
import { runWhatIf } from './look-inside/run-what-if.ts'
import type { Call } from './call.ts'
import { countCalculatorResults } from './calculators/count-calculator-results.ts'
import { getCalculatorProgram } from './calculators/get-calculator-program.ts'
import { getFormSpec } from './calculators/get-form-spec.ts'
import { getFormPdf } from './calculators/get-form-pdf.ts'
import { getFormState } from './calculators/get-form-state.ts'
import { getTutorialFormSpec } from './calculators/get-tutorial-form-spec.ts'
import { getTutorialFormState } from './calculators/get-tutorial-form-state.ts'
import { getFormDraft } from './calculators/get-form-draft.ts'
import { getFormVersion } from './calculators/get-form-version.ts'
import { importForm } from './calculators/import-form.ts'
import { listFormVersions } from './calculators/list-form-versions.ts'
import { listTutorials } from './calculators/list-tutorials.ts'
import { publishForm } from './calculators/publish-form.ts'
import { saveFormDraft } from './calculators/save-form-draft.ts'
import { deleteCategory } from './categories/delete-category.ts'
import { getCategories } from './categories/get-categories.ts'
import { saveCategory } from './categories/save-category.ts'
import { createDocument } from './documents/create-document.ts'
import { createSection } from './documents/create-section.ts'
import { deleteDocument } from './documents/delete-document.ts'
import { undeleteDocument } from './documents/undelete-document.ts'
import { deleteSection } from './documents/delete-section.ts'
import { downloadDocument } from './documents/download-document.ts'
import { getContent } from './documents/get-content.ts'
import { getDocumentContent } from './documents/get-document-content.ts'
import { getDocumentVersions } from './documents/get-document-versions.ts'
import { restoreDocumentVersion } from './documents/restore-document-version.ts'
import { listDocuments } from './documents/list-documents.ts'
import { listSections } from './documents/list-sections.ts'
import { moveDocument } from './documents/move-document.ts'
import { updateDocument } from './documents/update-document.ts'
import { updateDocumentMetadata } from './documents/update-document-metadata.ts'
import { updateSection } from './documents/update-section.ts'
import { executeBatch } from './execution/execute-batch.ts'
import { executePublicBatch } from './execution/execute-public-batch.ts'
import { deleteChain } from './execution/delete-chain.ts'
import { executeChain } from './execution/execute-chain.ts'
import { listChains } from './execution/list-chains.ts'
import { listUnchained } from './execution/list-unchained.ts'
import { saveChain } from './execution/save-chain.ts'
import { getServiceMetadata } from './execution/get-service-metadata.ts'
import { getVersionMetadata } from './execution/get-version-metadata.ts'
import { validateVersion } from './execution/validate-version.ts'
import { validateService } from './execution/validate-service.ts'
import { downloadOutput } from './execution/download-output.ts'
import { downloadOutputFile } from './execution/download-output-file.ts'
import { executeEngine } from './execution/execute-engine.ts'
import { executeInputs } from './execution/execute-inputs.ts'
import { deleteProxyRule } from './execution/delete-proxy-rule.ts'
import { getProxyRule } from './execution/get-proxy-rule.ts'
import { addMasterReference } from './master-references/add-master-reference.ts'
import { deleteMasterReference } from './master-references/delete-master-reference.ts'
import { downloadMasterReference } from './master-references/download-master-reference.ts'
import { downloadMasterReferenceVersion } from './master-references/download-master-reference-version.ts'
import { getAllVersions } from './master-references/get-all-versions.ts'
import { getDownStream } from './master-references/get-down-stream.ts'
import { getEngineReferences } from './master-references/get-engine-references.ts'
import { getSyncReport } from './master-references/get-sync-report.ts'
import { previewSync } from './master-references/preview-sync.ts'
import { syncAllDownStreamEngines } from './master-references/sync-all-down-stream-engines.ts'
import { syncData } from './master-references/sync-data.ts'
import { compareVersions } from './master-references/compare-versions.ts'
import { getLineage } from './lineage/get-lineage.ts'
import { addMasterApi } from './master-api/add-master-api.ts'
import { checkEngines } from './master-api/check-engines.ts'
import { compareMasterApi } from './master-api/compare-master-api.ts'
import { deleteMasterApi } from './master-api/delete-master-api.ts'
import { downloadMasterApi } from './master-api/download-master-api.ts'
import { getMasterApi } from './master-api/get-master-api.ts'
import { getProductTutorials } from './master-api/get-product-tutorials.ts'
import { publishMasterApi } from './master-api/publish-master-api.ts'
import { saveMasterApi } from './master-api/save-master-api.ts'
import { validateProductTutorial } from './master-api/validate-product-tutorial.ts'
import { getMasterReference } from './master-references/get-master-reference.ts'
import { listMasterReferences } from './master-references/list-master-references.ts'
import { publishMasterReference } from './master-references/publish-master-reference.ts'
import { readRange } from './master-references/read-range.ts'
import { readRangeVersion } from './master-references/read-range-version.ts'
import { writeRange } from './master-references/write-range.ts'
import { saveProxyRule } from './execution/save-proxy-rule.ts'
import { executeNamed } from './execution/execute-named.ts'
import { executeProxy } from './execution/execute-proxy.ts'
import { executePublicNamed } from './execution/execute-public-named.ts'
import { executePublicProxy } from './execution/execute-public-proxy.ts'
import { executePublicService } from './execution/execute-public-service.ts'
import { executePublicServiceById } from './execution/execute-public-service-by-id.ts'
import { executePublicVersionById } from './execution/execute-public-version-by-id.ts'
import { executeService } from './execution/execute-service.ts'
import { executeServiceById } from './execution/execute-service-by-id.ts'
import { executeVersionById } from './execution/execute-version-by-id.ts'
import { deleteEngine } from './engines/delete-engine.ts'
import { markFavouriteEngine } from './engines/mark-favourite-engine.ts'
import { undeleteEngine } from './engines/undelete-engine.ts'
import { downloadCurl } from './engines/download-curl.ts'
import { downloadSwagger } from './engines/download-swagger.ts'
import { downloadEngine } from './engines/download-engine.ts'
import { downloadOriginal } from './engines/download-original.ts'
import { getVersions } from './engines/get-versions.ts'
import { restoreVersion } from './engines/restore-version.ts'
import { getEngine } from './engines/get-engine.ts'
import { getEngineVersion } from './engines/get-engine-version.ts'
import { getPublishChecks } from './engines/get-publish-checks.ts'
import { getPromotion } from './engines/get-promotion.ts'
import { getParity } from './engines/get-parity.ts'
import { downloadCurrentSwagger } from './engines/download-current-swagger.ts'
import { downloadServiceSwagger } from './engines/download-service-swagger.ts'
import { getCompilationProgress } from './engines/get-compilation-progress.ts'
import { getServiceByVersion } from './engines/get-service-by-version.ts'
import { publishService } from './engines/publish-service.ts'
import { searchServices } from './engines/search-services.ts'
import { uploadService } from './engines/upload-service.ts'
import { listEngines } from './engines/list-engines.ts'
import { publishEngine } from './engines/publish-engine.ts'
import { rollBack } from './engines/roll-back.ts'
import { setVersionState } from './engines/set-version-state.ts'
import { updateEngine } from './engines/update-engine.ts'
import { getUpload } from './engines/get-upload.ts'
import { startUpload } from './engines/start-upload.ts'
import { uploadEngine } from './engines/upload-engine.ts'
import { streamEvents } from './events/stream-events.ts'
import { cancelJob } from './jobs/cancel-job.ts'
import { cancelTaskQueue } from './jobs/cancel-task-queue.ts'
import { downloadJobFile } from './jobs/download-job-file.ts'
import { getFolderContent } from './files/get-folder-content.ts'
import { downloadLinkedFile } from './files/download-linked-file.ts'
import { getLinkedFile } from './files/get-linked-file.ts'
import { listFiles } from './files/list-files.ts'
import { saveFile } from './files/save-file.ts'
import { createFolder } from './files/create-folder.ts'
import { updateFolder } from './files/update-folder.ts'
import { previewFile } from './files/preview-file.ts'
import { getFile } from './files/get-file.ts'
import { deleteFolder } from './files/delete-folder.ts'
import { deleteFile } from './files/delete-file.ts'
import { updateFile } from './files/update-file.ts'
import { listUserGroupLabels } from './files/list-user-group-labels.ts'
import { uploadFolder } from './files/upload-folder.ts'
import { downloadFolder } from './files/download-folder.ts'
import { getFolder } from './files/get-folder.ts'
import { downloadFile } from './files/download-file.ts'
import { downloadFileVersion } from './files/download-file-version.ts'
import { copyEntry } from './files/copy-entry.ts'
import { undeleteEntry } from './files/undelete-entry.ts'
import { restoreFileVersion } from './files/restore-file-version.ts'
import { startFileUpload } from './files/start-file-upload.ts'
import { addFilePart } from './files/add-file-part.ts'
import { getFileUpload } from './files/get-file-upload.ts'
import { finishFileUpload } from './files/finish-file-upload.ts'
import { cancelFileUpload } from './files/cancel-file-upload.ts'
import { retryJob } from './jobs/retry-job.ts'
import { checkInterface } from './data-dictionary/check-interface.ts'
import { downloadDataDictionary } from './data-dictionary/download-data-dictionary.ts'
import { getDataDictionary } from './data-dictionary/get-data-dictionary.ts'
import { uploadDataDictionary } from './data-dictionary/upload-data-dictionary.ts'
import { getJob } from './jobs/get-job.ts'
import { listUserJobs } from './jobs/list-user-jobs.ts'
import { listOutbox } from './mail/list-outbox.ts'
import { readMail } from './mail/read-mail.ts'
import { findPrincipals } from './permissions/find-principals.ts'
import { getEntityPermissions } from './permissions/get-entity-permissions.ts'
import { setEntityPermissions } from './permissions/set-entity-permissions.ts'
import { getShareState } from './permissions/get-share-state.ts'
import { shareProduct } from './permissions/share-product.ts'
import { cloneProduct } from './products/clone-product.ts'
import { getCloneProductName } from './products/get-clone-product-name.ts'
import { deleteCoverImage } from './products/delete-cover-image.ts'
import { getImage } from './products/get-image.ts'
import { uploadCoverImage } from './products/upload-cover-image.ts'
import { createProduct } from './products/create-product.ts'
import { deleteProduct } from './products/delete-product.ts'
import { listDeleted } from './products/list-deleted.ts'
import { undeleteProduct } from './products/undelete-product.ts'
import { getProduct } from './products/get-product.ts'
import { listProducts } from './products/list-products.ts'
import { listSharedProducts } from './products/list-shared-products.ts'
import { listUserActions } from './products/list-user-actions.ts'
import { markFavouriteProduct } from './products/mark-favourite-product.ts'
import { updateProduct } from './products/update-product.ts'
import { exportProduct } from './products/zip/export-product.ts'
import { importProduct } from './products/zip/import-product.ts'
import { validateProductZip } from './products/zip/validate-product-zip.ts'
import { beginSecondFactor } from './session/begin-second-factor.ts'
import { confirmSecondFactor } from './session/confirm-second-factor.ts'
import { getSecondFactor } from './session/get-second-factor.ts'
import { removeSecondFactor } from './session/remove-second-factor.ts'
import { resetSecondFactor } from './users/reset-second-factor.ts'
import { changePassword } from './session/change-password.ts'
import { getConfiguration } from './session/get-configuration.ts'
import { getIssuers } from './session/get-issuers.ts'
import { getUserDetail } from './session/get-user-detail.ts'
import { signOut } from './session/sign-out.ts'
import { getTenantSettings } from './tenants/get-tenant-settings.ts'
import { saveTenantSettings } from './tenants/save-tenant-settings.ts'
import { getSparkConfiguration } from './system/get-spark-configuration.ts'
import { saveSparkConfiguration } from './system/save-spark-configuration.ts'
import { clearCache } from './system/clear-cache.ts'
import { clearGarbage } from './system/clear-garbage.ts'
import { downloadSampleWorkbook } from './system/download-sample-workbook.ts'
import { getDiagnostics } from './system/get-diagnostics.ts'
import { getProductDocumentMetadata } from './system/get-product-document-metadata.ts'
import { getHealth } from './system/get-health.ts'
import { getLiveness } from './system/get-liveness.ts'
import { getReadiness } from './system/get-readiness.ts'
import { getLookupData } from './system/get-lookup-data.ts'
import { getLookupDataNonCached } from './system/get-lookup-data-non-cached.ts'
import { getMessages } from './system/get-messages.ts'
import { getRelease } from './system/get-release.ts'
import { createLinkResource } from './visitors/create-link-resource.ts'
import { createAnonymousUser } from './visitors/create-anonymous-user.ts'
import { getLinkBrand } from './visitors/get-link-brand.ts'
import { generateVisitorToken } from './visitors/generate-visitor-token.ts'
import { sendOneTimeCode } from './visitors/send-one-time-code.ts'
import { listFileLinks } from './visitors/list-file-links.ts'
import { listLinkResources } from './visitors/list-link-resources.ts'
import { revokeLinkResource } from './visitors/revoke-link-resource.ts'
import { exportUserGroups } from './user-groups/export-user-groups.ts'
import { getOwnRules } from './user-groups/get-own-rules.ts'
import { listUserGroups } from './user-groups/list-user-groups.ts'
import { deleteUserGroup } from './user-groups/delete-user-group.ts'
import { saveUserGroup } from './user-groups/save-user-group.ts'
import { saveUserGroupSetting } from './user-groups/save-user-group-setting.ts'
import { addUser } from './users/add-user.ts'
import { getUser } from './users/get-user.ts'
import { listGroups } from './users/list-groups.ts'
import { listUsers } from './users/list-users.ts'
import { notifyUser } from './users/notify-user.ts'
import { setUserStatus } from './users/set-user-status.ts'
import { updateUser } from './users/update-user.ts'
import { updateUserGroups } from './users/update-user-groups.ts'
import { getServiceSchema } from './engines/get-service-schema.ts'
import { downloadServiceFile } from './engines/download-service-file.ts'
import { downloadCurrentFile } from './engines/download-current-file.ts'
import { recompileService } from './engines/recompile-service.ts'
import { getExecution } from './call-log/get-execution.ts'
import { rehydrateServiceCall } from './call-log/rehydrate-service-call.ts'
import { rehydrateLegacyCall } from './call-log/rehydrate-legacy-call.ts'
import { findCalls } from './call-log/find-calls.ts'
import { createBatch } from './execution/batches/create-batch.ts'
import { listBatches } from './execution/batches/list-batches.ts'
import { getBatch } from './execution/batches/get-batch.ts'
import { getBatchStatus } from './execution/batches/get-batch-status.ts'
import { addChunks } from './execution/batches/add-chunks.ts'
import { takeChunkResults } from './execution/batches/take-chunk-results.ts'
import { endBatch } from './execution/batches/end-batch.ts'
import { compareTestRuns } from './test-beds/compare-test-runs.ts'
import { downloadPortfolioImpact } from './test-beds/download-portfolio-impact.ts'
import { explainComparedCase } from './test-beds/explain-compared-case.ts'
import { generateTestCases } from './test-beds/generate-test-cases.ts'
import { getPortfolioImpact } from './test-beds/get-portfolio-impact.ts'
import { getTestComparison } from './test-beds/get-test-comparison.ts'
import { listComparedCases } from './test-beds/list-compared-cases.ts'
import { planTestCases } from './test-beds/plan-test-cases.ts'
import { replayCalls } from './test-beds/replay-calls.ts'
import { uploadRegression } from './test-beds/upload-regression.ts'
import { commentPublishing } from './test-beds/comment-publishing.ts'
import { decidePublishing } from './test-beds/decide-publishing.ts'
import { getPublishRequest } from './test-beds/get-publish-request.ts'
import { getPublishRules } from './test-beds/get-publish-rules.ts'
import { requestPublishing } from './test-beds/request-publishing.ts'
import { savePublishRules } from './test-beds/save-publish-rules.ts'
import { cancelTestRun } from './test-beds/cancel-test-run.ts'
import { deleteTestBed } from './test-beds/delete-test-bed.ts'
import { deleteTestBedTemplate } from './test-beds/delete-test-bed-template.ts'
import { deleteTestRun } from './test-beds/delete-test-run.ts'
import { downloadEngineTemplate } from './test-beds/download-engine-template.ts'
import { downloadTestBed } from './test-beds/download-test-bed.ts'
import { downloadTestBedTemplate } from './test-beds/download-test-bed-template.ts'
import { downloadTestRun } from './test-beds/download-test-run.ts'
import { getCoverage } from './test-beds/get-coverage.ts'
import { getTestBed } from './test-beds/get-test-bed.ts'
import { getTestBedTemplate } from './test-beds/get-test-bed-template.ts'
import { getTestBedTemplateVersions } from './test-beds/get-test-bed-template-versions.ts'
import { getTestBedVersions } from './test-beds/get-test-bed-versions.ts'
import { getTestRun } from './test-beds/get-test-run.ts'
import { getTestRunProgress } from './test-beds/get-test-run-progress.ts'
import { listTestBedTemplates } from './test-beds/list-test-bed-templates.ts'
import { listTestBeds } from './test-beds/list-test-beds.ts'
import { listTestCases } from './test-beds/list-test-cases.ts'
import { listTestResults } from './test-beds/list-test-results.ts'
import { describeTables } from './dml/describe-tables.ts'
import { downloadDml } from './dml/download-dml.ts'
import { generateDml } from './dml/generate-dml.ts'
import { getDmlRun } from './dml/get-dml-run.ts'
import { listDmlRuns } from './dml/list-dml-runs.ts'
import { previewDml } from './dml/preview-dml.ts'
import { cancelPolicies } from './ingenium/cancel-policies.ts'
import { downloadMappingSheet } from './ingenium/download-mapping-sheet.ts'
import { downloadPolicies } from './ingenium/download-policies.ts'
import { getLogs } from './ingenium/get-logs.ts'
import { getMapping } from './ingenium/get-mapping.ts'
import { getRunStatus } from './ingenium/get-run-status.ts'
import { listMappings } from './ingenium/list-mappings.ts'
import { listPolicyRuns } from './ingenium/list-policy-runs.ts'
import { previewMapping } from './ingenium/preview-mapping.ts'
import { readMappingSheet } from './ingenium/read-mapping-sheet.ts'
import { runPolicies } from './ingenium/run-policies.ts'
import { saveMapping } from './ingenium/save-mapping.ts'
import { listTestRuns } from './test-beds/list-test-runs.ts'
import { queueTestRun } from './test-beds/queue-test-run.ts'
import { saveCallAsCase } from './test-beds/save-call-as-case.ts'
import { saveTestBed } from './test-beds/save-test-bed.ts'
import { saveTestBedTemplate } from './test-beds/save-test-bed-template.ts'
import { saveTestCases } from './test-beds/save-test-cases.ts'
import { summariseTestRun } from './test-beds/summarise-test-run.ts'
import { uploadTestBed } from './test-beds/upload-test-bed.ts'
import { issueClientToken } from './session/issue-client-token.ts'
import { exportServices } from './products/zip/export-services.ts'
import { getServicesExport } from './products/zip/get-services-export.ts'
import { cancelServicesExport } from './products/zip/cancel-services-export.ts'
import { downloadServicesExport } from './products/zip/download-services-export.ts'
import { importServices } from './products/zip/import-services.ts'
import { getServicesImport } from './products/zip/get-services-import.ts'
import { listTransforms } from './execution/transforms/list-transforms.ts'
import { getTransform } from './execution/transforms/get-transform.ts'
import { saveTransform } from './execution/transforms/save-transform.ts'
import { deleteTransform } from './execution/transforms/delete-transform.ts'
import { validateTransform } from './execution/transforms/validate-transform.ts'
import { executeTransform } from './execution/transforms/execute-transform.ts'
import { executeOwnTransform } from './execution/transforms/execute-own-transform.ts'
import { eraseCalls } from './call-log/erase-calls.ts'
import { getProductHealth } from './insights/get-product-health.ts'
import { downloadConfiguration } from './configuration/download-configuration.ts'
import { compareConfiguration } from './configuration/compare-configuration.ts'
import { applyConfiguration } from './configuration/apply-configuration.ts'
import { undoConfiguration } from './configuration/undo-configuration.ts'
import { listConfigurationChanges } from './configuration/list-configuration-changes.ts'
import { listCallLimits } from './limits/list-call-limits.ts'
import { saveCallLimit } from './limits/save-call-limit.ts'

/** Every call of the product. The server refuses to start if one of them has no handler. */
export const calls: readonly Call[] = [
  getDataDictionary,
  downloadDataDictionary,
  uploadDataDictionary,
  checkInterface,
  getFolderContent,
  listFiles,
  saveFile,
  createFolder,
  updateFolder,
  previewFile,
  getFile,
  deleteFolder,
  deleteFile,
  updateFile,
  listUserGroupLabels,
  uploadFolder,
  downloadFolder,
  getFolder,
  downloadFile,
  downloadFileVersion,
  getLinkedFile,
  downloadLinkedFile,
  copyEntry,
  undeleteEntry,
  restoreFileVersion,
  startFileUpload,
  addFilePart,
  getFileUpload,
  finishFileUpload,
  cancelFileUpload,
  createProduct,
  listProducts,
  listSharedProducts,
  getProduct,
  updateProduct,
  markFavouriteProduct,
  deleteProduct,
  undeleteProduct,
  listDeleted,
  uploadCoverImage,
  deleteCoverImage,
  getImage,
  getCloneProductName,
  cloneProduct,
  exportProduct,
  validateProductZip,
  importProduct,
  listUserActions,
  listSections,
  createSection,
  updateSection,
  deleteSection,
  listDocuments,
  createDocument,
  moveDocument,
  updateDocument,
  updateDocumentMetadata,
  deleteDocument,
  undeleteDocument,
  getDocumentVersions,
  restoreDocumentVersion,
  downloadDocument,
  getContent,
  getDocumentContent,
  uploadEngine,
  startUpload,
  getUpload,
  buildMarkedUpload,
  iterateVersion,
  getUploadedBook,
  getUploadedCells,
  getProposals,
  proposeInterface,
  getBook,
  getCells,
  explainCell,
  lintVersion,
  diffVersions,
  runWhatIf,
  downloadNamed,
  listEngines,
  getEngine,
  getEngineVersion,
  getParity,
  getPromotion,
  updateEngine,
  publishEngine,
  getPublishChecks,
  setVersionState,
  rollBack,
  getVersions,
  restoreVersion,
  downloadOriginal,
  downloadEngine,
  deleteEngine,
  undeleteEngine,
  markFavouriteEngine,
  downloadSwagger,
  downloadCurl,
  uploadService,
  getCompilationProgress,
  publishService,
  getServiceByVersion,
  searchServices,
  downloadServiceSwagger,
  downloadCurrentSwagger,
  getCategories,
  saveCategory,
  deleteCategory,
  executeEngine,
  executeInputs,
  countCalculatorResults,
  getCalculatorProgram,
  getFormSpec,
  getFormPdf,
  getFormState,
  getTutorialFormSpec,
  getTutorialFormState,
  getFormDraft,
  getFormVersion,
  importForm,
  listFormVersions,
  listTutorials,
  publishForm,
  saveFormDraft,
  executeService,
  executeServiceById,
  executeVersionById,
  executeNamed,
  executeProxy,
  executePublicService,
  executePublicServiceById,
  executePublicVersionById,
  executePublicNamed,
  executePublicProxy,
  executeBatch,
  executePublicBatch,
  executeChain,
  validateService,
  getServiceMetadata,
  validateVersion,
  getVersionMetadata,
  downloadOutput,
  downloadOutputFile,
  getProxyRule,
  saveProxyRule,
  deleteProxyRule,
  saveChain,
  listChains,
  deleteChain,
  listUnchained,
  listCalls,
  getCall,
  downloadCallWorkbook,
  exportCalls,
  downloadExport,
  getProductMetrics,
  getCallSettings,
  saveCallSettings,
  getServiceCall,
  downloadServiceCallsCsv,
  downloadServiceCallsJson,
  getServiceCsvStatus,
  getServiceJsonStatus,
  getServiceCallWorkbook,
  getEntityPermissions,
  setEntityPermissions,
  findPrincipals,
  getShareState,
  shareProduct,
  listBookmarks,
  getBookmark,
  getBookmarkByUrl,
  saveBookmark,
  updateBookmarkName,
  deleteBookmarks,
  listTemplates,
  listTemplateCategories,
  saveTemplate,
  deleteTemplate,
  markFavouriteTemplate,
  downloadTemplate,
  aggregateUsage,
  getDurations,
  getNextMeasures,
  getTotals,
  getValueDistribution,
  listCounterDefinitions,
  listNotableCalls,
  exportAsPdf,
  startApiDoc,
  generateApiDoc,
  getUsageDetails,
  getWeeklyMail,
  saveWeeklyMail,
  getVersionOverview,
  profileVersion,
  listTasks,
  moveTasks,
  setDependencies,
  getStatuses,
  createStatus,
  updateStatus,
  generateJsSheet,
  getJsSheet,
  generateSdk,
  listPackages,
  getPackage,
  downloadPackage,
  cancelPackage,
  followPromotion,
  listPromotionHosts,
  planPromotion,
  rollBackPromotion,
  sendPromotion,
  createWebhook,
  updateWebhook,
  renewWebhookSecret,
  listWebhooks,
  deleteWebhook,
  listDeliveries,
  replayDelivery,
  deleteStatus,
  listCards,
  updateProductStatus,
  getRelease,
  getLookupData,
  getLookupDataNonCached,
  getSparkConfiguration,
  saveSparkConfiguration,
  getTenantSettings,
  saveTenantSettings,
  getProductDocumentMetadata,
  getDiagnostics,
  downloadSampleWorkbook,
  clearCache,
  clearGarbage,
  getMessages,
  getHealth,
  getLiveness,
  getReadiness,
  listUserJobs,
  getJob,
  retryJob,
  downloadJobFile,
  cancelJob,
  cancelTaskQueue,
  streamEvents,
  getConfiguration,
  getIssuers,
  getUserDetail,
  signOut,
  changePassword,
  beginSecondFactor,
  confirmSecondFactor,
  getSecondFactor,
  removeSecondFactor,
  resetSecondFactor,
  listUsers,
  getUser,
  addUser,
  updateUser,
  setUserStatus,
  updateUserGroups,
  listGroups,
  notifyUser,
  beginDeviceLogin,
  claimDeviceLogin,
  decideDeviceLogin,
  getDeviceLogin,
  listOwnKeys,
  revokeOwnKey,
  addClientKey,
  createApiClient,
  deleteApiClient,
  listApiClients,
  updateApiClient,
  createApiKey,
  listApiKeys,
  revokeApiKey,
  listAudit,
  exportAudit,
  listOutbox,
  readMail,
  listUserGroups,
  getOwnRules,
  saveUserGroup,
  saveUserGroupSetting,
  deleteUserGroup,
  exportUserGroups,
  createLinkResource,
  listLinkResources,
  listFileLinks,
  revokeLinkResource,
  createAnonymousUser,
  getLinkBrand,
  sendOneTimeCode,
  generateVisitorToken,
  getServiceSchema,
  downloadServiceFile,
  downloadCurrentFile,
  recompileService,
  getExecution,
  rehydrateServiceCall,
  rehydrateLegacyCall,
  findCalls,
  createBatch,
  listBatches,
  getBatch,
  getBatchStatus,
  addChunks,
  takeChunkResults,
  endBatch,
  eraseCalls,
  cancelTestRun,
  deleteTestBed,
  deleteTestBedTemplate,
  deleteTestRun,
  downloadEngineTemplate,
  downloadTestBed,
  downloadTestBedTemplate,
  downloadTestRun,
  getCoverage,
  getTestBed,
  getTestBedTemplate,
  getTestBedTemplateVersions,
  getTestBedVersions,
  getTestRun,
  getTestRunProgress,
  listTestBedTemplates,
  listTestBeds,
  listTestCases,
  listTestResults,
  describeTables,
  downloadDml,
  generateDml,
  getDmlRun,
  listDmlRuns,
  previewDml,
  cancelPolicies,
  downloadPolicies,
  getLogs,
  getMapping,
  getRunStatus,
  listMappings,
  listPolicyRuns,
  checkPortfolio,
  startPortfolio,
  getPortfolioRun,
  listPortfolioRuns,
  cancelPortfolio,
  downloadPortfolio,
  previewMapping,
  runPolicies,
  saveMapping,
  readMappingSheet,
  downloadMappingSheet,
  listTestRuns,
  queueTestRun,
  saveCallAsCase,
  saveTestBed,
  saveTestBedTemplate,
  saveTestCases,
  summariseTestRun,
  uploadTestBed,
  issueClientToken,
  exportServices,
  getServicesExport,
  cancelServicesExport,
  downloadServicesExport,
  importServices,
  getServicesImport,
  listTransforms,
  getTransform,
  saveTransform,
  deleteTransform,
  validateTransform,
  executeTransform,
  executeOwnTransform,
  compareTestRuns,
  downloadPortfolioImpact,
  explainComparedCase,
  generateTestCases,
  getPortfolioImpact,
  getTestComparison,
  listComparedCases,
  planTestCases,
  replayCalls,
  uploadRegression,
  commentPublishing,
  decidePublishing,
  getPublishRequest,
  getPublishRules,
  requestPublishing,
  savePublishRules,
  serveAssistant,
  addMasterReference,
  deleteMasterReference,
  downloadMasterReference,
  downloadMasterReferenceVersion,
  getAllVersions,
  getMasterReference,
  listMasterReferences,
  publishMasterReference,
  readRange,
  readRangeVersion,
  writeRange,
  getDownStream,
  getEngineReferences,
  getSyncReport,
  previewSync,
  syncAllDownStreamEngines,
  syncData,
  compareVersions,
  getLineage,
  addMasterApi,
  checkEngines,
  compareMasterApi,
  deleteMasterApi,
  downloadMasterApi,
  getMasterApi,
  getProductTutorials,
  publishMasterApi,
  saveMasterApi,
  validateProductTutorial,
  getProductHealth,
  downloadConfiguration,
  compareConfiguration,
  applyConfiguration,
  undoConfiguration,
  listConfigurationChanges,
  listCallLimits,
  saveCallLimit,
]
