/**
 * Who may make which call, written by hand from the product's specification of roles: never derived from the calls'
 * declarations, because it is what these are held against. A call that is missing here fails the test.
 */

/** What a caller meets. */
export type Outcome =
  /** Let in; whether the input is right is another matter. */
  | 'in'
  /** UNAUTHORIZED_ACCESS: not signed in. */
  | 'unknown'
  /** UNAUTHORIZED_USER_GROUP: signed in, but of no group that may use the product. */
  | 'no group'
  /** PERMISSION_DENIED. */
  | 'denied'
  /** RULE_VALIDATION_FAILED. */
  | 'rule'
  /** Not found: what the caller may not see does not exist for them. */
  | 'hidden'

export const callers = [
  'nobody',
  'user without group',
  'user',
  'user with the rule denied',
  'supervisor',
  'superuser',
  'supervisor of another tenant',
  'visitor',
  'API key',
] as const

export type CallerName = (typeof callers)[number]

type Row = Readonly<Record<CallerName, Outcome>>

/** Needs nobody to be signed in. */
const open: Row = {
  nobody: 'in',
  'user without group': 'in',
  user: 'in',
  'user with the rule denied': 'in',
  supervisor: 'in',
  superuser: 'in',
  'supervisor of another tenant': 'in',
  visitor: 'in',
  'API key': 'in',
}

/** For everybody who is signed in with a group, about what is their own. Visitors and keys reach engines alone. */
const people: Row = {
  ...open,
  nobody: 'unknown',
  'user without group': 'no group',
  visitor: 'denied',
  'API key': 'denied',
}

/** Administration, each supervisor in their own tenant. */
const supervisors: Row = { ...people, user: 'denied', 'user with the rule denied': 'denied' }

/** The process and what concerns all tenants. */
const superusers: Row = { ...supervisors, supervisor: 'denied', 'supervisor of another tenant': 'denied' }

/** Administration of somebody or something of the first tenant: supervisors of another one do not find it. */
const supervisorsOfTenant: Row = { ...supervisors, 'supervisor of another tenant': 'hidden' }

/** A product that a supervisor owns and that is not shared: users do not find it, nor does another tenant. */
const productOfSupervisor: Row = {
  ...people,
  user: 'hidden',
  'user with the rule denied': 'hidden',
  'supervisor of another tenant': 'hidden',
}

/** A task that belongs to none of the callers. */
const taskOfAnother: Row = {
  ...people,
  user: 'hidden',
  'user with the rule denied': 'hidden',
  supervisor: 'hidden',
  superuser: 'hidden',
  'supervisor of another tenant': 'hidden',
}

/** The same where only supervisors may look. */
const ofNobodyForSupervisors: Row = { ...taskOfAnother, user: 'denied', 'user with the rule denied': 'denied' }

/** Something that none of the callers has. */
const ofNobody: Row = taskOfAnother
/** The definition of that product, of which there is none: a code of its own says so. */
const noDefinition: Row = productOfSupervisor

/** A master reference document that does not exist. */
const noDocument: Row = taskOfAnother

/** Calculating with an engine in that product: visitors who came through its link may, keys as their group may. */
const executionOfSupervisor: Row = { ...productOfSupervisor, visitor: 'in', 'API key': 'in' }

/** The same through an address of existing clients, which names the tenant. */
const serviceOfSupervisor: Row = { ...executionOfSupervisor, 'supervisor of another tenant': 'denied' }

/** A version or proxy address that does not exist. */
const noService: Row = {
  ...serviceOfSupervisor,
  supervisor: 'hidden',
  superuser: 'hidden',
  visitor: 'hidden',
  'API key': 'hidden',
}

/** A version of that engine that does not exist. */
const noVersion: Row = {
  ...executionOfSupervisor,
  supervisor: 'hidden',
  superuser: 'hidden',
  visitor: 'hidden',
  'API key': 'hidden',
}

/** The calls of that engine: keys with the scope for logs read them, visitors do not. */
const logOfSupervisor: Row = { ...productOfSupervisor, 'API key': 'in' }

/** A call or file of calls that does not exist. */
const noCall: Row = { ...logOfSupervisor, supervisor: 'hidden', superuser: 'hidden', 'API key': 'hidden' }

/** A batch that does not exist. */
const noBatch: Row = { ...noService, visitor: 'denied' }

/** Engines are not public unless tenant and author say so. */
const notPublic: Row = {
  nobody: 'hidden',
  'user without group': 'hidden',
  user: 'hidden',
  'user with the rule denied': 'hidden',
  supervisor: 'hidden',
  superuser: 'hidden',
  'supervisor of another tenant': 'hidden',
  visitor: 'hidden',
  'API key': 'hidden',
}

/** An engine in that product; programs with a key of the supervisors' group work on it too. */
const engineOfAuthors: Row = { ...productOfSupervisor, 'API key': 'in' }

/** The same where a rule by group comes first. */
const engineByRule: Row = { ...engineOfAuthors, 'user with the rule denied': 'rule' }

/** The same through an address of existing clients, which names the tenant. */
const serviceOfAuthors: Row = { ...engineOfAuthors, 'supervisor of another tenant': 'denied' }

export const matrix: Readonly<Record<string, Row>> = {
  'products.createProduct': { ...people, 'user with the rule denied': 'rule', 'API key': 'in' },
  'products.listProducts': { ...people, 'API key': 'in' },
  'products.listSharedProducts': people,
  'products.getProduct': engineOfAuthors,
  'products.updateProduct': engineOfAuthors,
  'products.markFavouriteProduct': productOfSupervisor,
  'board.getStatuses': people,
  'board.createStatus': supervisors,
  'board.updateStatus': supervisors,
  'board.deleteStatus': { ...supervisorsOfTenant, supervisor: 'hidden', superuser: 'hidden' },
  'board.listCards': people,
  'board.updateProductStatus': people,
  'bookmarks.listBookmarks': people,
  'bookmarks.getBookmark': ofNobody,
  'bookmarks.getBookmarkByUrl': people,
  'bookmarks.saveBookmark': people,
  'bookmarks.updateBookmarkName': people,
  'bookmarks.deleteBookmarks': people,
  'templates.listTemplates': people,
  'templates.listTemplateCategories': people,
  'templates.saveTemplate': people,
  'templates.deleteTemplate': ofNobody,
  'templates.markFavouriteTemplate': ofNobody,
  'templates.downloadTemplate': ofNobody,
  'roadmap.listTasks': people,
  'roadmap.moveTasks': people,
  'roadmap.setDependencies': people,
  'masterReferences.listMasterReferences': people,
  'masterReferences.getMasterReference': noDocument,
  'masterReferences.getAllVersions': people,
  'masterReferences.addMasterReference': people,
  'masterReferences.publishMasterReference': people,
  'masterReferences.downloadMasterReference': noDocument,
  'masterReferences.downloadMasterReferenceVersion': noDocument,
  'masterReferences.deleteMasterReference': noDocument,
  'masterReferences.readRange': people,
  'masterReferences.readRangeVersion': people,
  'masterReferences.writeRange': people,
  'masterReferences.getDownStream': noDocument,
  'masterReferences.getEngineReferences': { ...noVersion, visitor: 'denied', 'API key': 'denied' },
  'masterReferences.getSyncReport': taskOfAnother,
  'masterReferences.previewSync': people,
  'masterReferences.compareVersions': people,
  'lineage.getLineage': people,
  'masterApi.getMasterApi': noDefinition,
  'masterApi.addMasterApi': productOfSupervisor,
  'masterApi.saveMasterApi': people,
  'masterApi.publishMasterApi': noDefinition,
  'masterApi.deleteMasterApi': noDefinition,
  'masterApi.downloadMasterApi': noDefinition,
  'masterApi.checkEngines': noDefinition,
  'masterApi.compareMasterApi': people,
  'masterApi.getProductTutorials': noDefinition,
  'masterApi.validateProductTutorial': people,
  'masterReferences.syncAllDownStreamEngines': people,
  'masterReferences.syncData': { ...noVersion, visitor: 'denied', 'API key': 'denied' },
  'products.deleteProduct': engineOfAuthors,
  'products.listDeleted': supervisors,
  'products.undeleteProduct': { ...productOfSupervisor, supervisor: 'hidden', superuser: 'hidden' },
  'products.getCloneProductName': productOfSupervisor,
  'products.cloneProduct': { ...productOfSupervisor, 'user with the rule denied': 'rule' },
  'products.exportProduct': productOfSupervisor,
  'products.validateProductZip': people,
  'products.importProduct': people,
  'products.uploadCoverImage': engineOfAuthors,
  'products.deleteCoverImage': productOfSupervisor,
  // The product has no such image.
  'products.getImage': { ...productOfSupervisor, supervisor: 'hidden', superuser: 'hidden' },
  'products.listUserActions': productOfSupervisor,
  'documents.listSections': productOfSupervisor,
  'documents.createSection': productOfSupervisor,
  'documents.updateSection': productOfSupervisor,
  'documents.deleteSection': productOfSupervisor,
  'documents.listDocuments': productOfSupervisor,
  'documents.createDocument': productOfSupervisor,
  'documents.moveDocument': productOfSupervisor,
  'documents.updateDocument': productOfSupervisor,
  'documents.updateDocumentMetadata': productOfSupervisor,
  'documents.deleteDocument': productOfSupervisor,
  // It was not deleted.
  'documents.undeleteDocument': { ...productOfSupervisor, supervisor: 'hidden', superuser: 'hidden' },
  'documents.getDocumentVersions': productOfSupervisor,
  'documents.restoreDocumentVersion': productOfSupervisor,
  'documents.downloadDocument': productOfSupervisor,
  'documents.getContent': productOfSupervisor,
  'documents.getDocumentContent': productOfSupervisor,
  'calculators.countCalculatorResults': executionOfSupervisor,
  'calculators.getCalculatorProgram': noVersion,
  'calculators.getFormSpec': executionOfSupervisor,
  'calculators.getFormState': executionOfSupervisor,
  'calculators.getTutorialFormSpec': executionOfSupervisor,
  'calculators.getTutorialFormState': executionOfSupervisor,
  'calculators.listTutorials': productOfSupervisor,
  'calculators.getFormDraft': engineByRule,
  'calculators.saveFormDraft': engineByRule,
  'calculators.importForm': engineByRule,
  'calculators.publishForm': engineByRule,
  'calculators.listFormVersions': engineByRule,
  // There is none.
  'calculators.getFormVersion': {
    ...engineByRule,
    supervisor: 'hidden',
    superuser: 'hidden',
    'API key': 'hidden',
  },
  'execution.executeEngine': executionOfSupervisor,
  'execution.executeInputs': executionOfSupervisor,
  'execution.executeService': serviceOfSupervisor,
  'execution.executeServiceById': serviceOfSupervisor,
  'execution.executeVersionById': noService,
  'execution.executeNamed': serviceOfSupervisor,
  'execution.executeProxy': noService,
  'execution.executePublicService': notPublic,
  'execution.executePublicServiceById': notPublic,
  'execution.executePublicVersionById': notPublic,
  // The body names no service, which is found before the tenant is asked.
  'execution.executePublicNamed': open,
  'execution.executePublicProxy': notPublic,
  'execution.executePublicBatch': notPublic,
  'execution.executeBatch': { ...serviceOfSupervisor, visitor: 'denied' },
  'engines.uploadEngine': engineByRule,
  'engines.startUpload': engineByRule,
  'engines.getUpload': engineOfAuthors,
  'engines.buildMarkedUpload': engineByRule,
  'lookInside.getUploadedBook': engineOfAuthors,
  'lookInside.getUploadedCells': engineOfAuthors,
  'lookInside.getProposals': engineOfAuthors,
  'lookInside.proposeInterface': engineByRule,
  'lookInside.getBook': engineByRule,
  'lookInside.getCells': engineByRule,
  'lookInside.explainCell': engineByRule,
  'lookInside.profileVersion': engineByRule,
  'lookInside.lintVersion': engineByRule,
  'lookInside.diffVersions': engineByRule,
  'lookInside.runWhatIf': engineByRule,
  'lookInside.downloadNamed': engineOfAuthors,
  'engines.listEngines': engineByRule,
  'engines.getEngine': engineByRule,
  'engines.getEngineVersion': engineByRule,
  'engines.getParity': engineByRule,
  'engines.updateEngine': engineOfAuthors,
  'engines.publishEngine': engineOfAuthors,
  'engines.getPublishChecks': engineOfAuthors,
  'engines.setVersionState': engineOfAuthors,
  'engines.rollBack': engineOfAuthors,
  'engines.getVersions': engineByRule,
  'engines.restoreVersion': engineOfAuthors,
  'engines.downloadOriginal': engineOfAuthors,
  'sdk.generateJsSheet': engineOfAuthors,
  'sdk.getJsSheet': engineOfAuthors,
  'sdk.generateSdk': engineOfAuthors,
  'sdk.listPackages': engineOfAuthors,
  'sdk.getPackage': { ...taskOfAnother, 'API key': 'hidden' },
  'sdk.downloadPackage': { ...taskOfAnother, 'API key': 'hidden' },
  'sdk.cancelPackage': { ...taskOfAnother, 'API key': 'hidden' },
  'engines.downloadEngine': engineOfAuthors,
  'engines.deleteEngine': productOfSupervisor,
  // It is not deleted.
  'engines.undeleteEngine': { ...supervisorsOfTenant, supervisor: 'hidden', superuser: 'hidden' },
  'engines.markFavouriteEngine': productOfSupervisor,
  'execution.executeChain': { ...noService, 'supervisor of another tenant': 'hidden', visitor: 'denied' },
  'execution.validateService': serviceOfSupervisor,
  'execution.getServiceMetadata': serviceOfSupervisor,
  'execution.validateVersion': noService,
  'execution.getVersionMetadata': noService,
  'execution.downloadOutput': { ...executionOfSupervisor, visitor: 'denied' },
  'execution.downloadOutputFile': { ...noService, 'supervisor of another tenant': 'hidden', visitor: 'denied' },
  // The engine has none.
  'execution.getProxyRule': { ...productOfSupervisor, supervisor: 'hidden', superuser: 'hidden' },
  'execution.saveProxyRule': productOfSupervisor,
  'execution.deleteProxyRule': taskOfAnother,
  'execution.saveChain': productOfSupervisor,
  'execution.listChains': productOfSupervisor,
  'execution.deleteChain': { ...productOfSupervisor, supervisor: 'hidden', superuser: 'hidden' },
  'execution.listUnchained': productOfSupervisor,
  'callLog.listCalls': logOfSupervisor,
  'callLog.getCall': noCall,
  'callLog.downloadCallWorkbook': noCall,
  'callLog.exportCalls': { ...logOfSupervisor, 'API key': 'denied' },
  'callLog.downloadExport': noCall,
  'callLog.getProductMetrics': productOfSupervisor,
  'callLog.getCallSettings': productOfSupervisor,
  'callLog.saveCallSettings': productOfSupervisor,
  'callLog.getServiceCall': { ...noCall, 'supervisor of another tenant': 'denied' },
  'callLog.downloadServiceCallsCsv': { ...logOfSupervisor, 'supervisor of another tenant': 'denied' },
  'callLog.downloadServiceCallsJson': { ...logOfSupervisor, 'supervisor of another tenant': 'denied' },
  'callLog.getServiceCsvStatus': { ...noCall, 'supervisor of another tenant': 'denied' },
  'callLog.getServiceJsonStatus': { ...noCall, 'supervisor of another tenant': 'denied' },
  'callLog.getServiceCallWorkbook': { ...noCall, 'supervisor of another tenant': 'denied' },
  'engines.downloadSwagger': engineByRule,
  'engines.downloadCurl': engineByRule,
  'engines.uploadService': { ...serviceOfAuthors, 'user with the rule denied': 'rule' },
  // There is no such compilation.
  'engines.getCompilationProgress': {
    ...serviceOfAuthors,
    supervisor: 'hidden',
    superuser: 'hidden',
    'API key': 'hidden',
  },
  'engines.publishService': serviceOfAuthors,
  'engines.getServiceByVersion': serviceOfAuthors,
  // Everybody finds what they may see.
  'engines.searchServices': {
    ...people,
    'user with the rule denied': 'rule',
    'supervisor of another tenant': 'denied',
    'API key': 'in',
  },
  'engines.downloadCurrentSwagger': { ...serviceOfAuthors, 'user with the rule denied': 'rule' },
  'engines.downloadServiceSwagger': { ...serviceOfAuthors, 'user with the rule denied': 'rule' },
  'categories.getCategories': { ...people, 'API key': 'in' },
  'categories.saveCategory': supervisors,
  'categories.deleteCategory': supervisorsOfTenant,
  'permissions.getEntityPermissions': productOfSupervisor,
  'permissions.setEntityPermissions': productOfSupervisor,
  'permissions.findPrincipals': productOfSupervisor,
  'permissions.getShareState': productOfSupervisor,
  'permissions.shareProduct': productOfSupervisor,
  'system.getRelease': people,
  'system.getLookupData': people,
  'system.getLookupDataNonCached': people,
  'system.getSparkConfiguration': people,
  'system.saveSparkConfiguration': supervisors,
  'tenants.getTenantSettings': supervisors,
  'tenants.saveTenantSettings': supervisors,
  'system.getProductDocumentMetadata': people,
  'system.getDiagnostics': supervisors,
  'system.downloadSampleWorkbook': supervisors,
  'system.clearCache': supervisors,
  // It holds up the process for every tenant.
  'system.clearGarbage': superusers,
  'system.getMessages': open,
  'system.getHealth': open,
  'system.getLiveness': open,
  'system.getReadiness': open,
  'jobs.listUserJobs': people,
  'jobs.getJob': taskOfAnother,
  'jobs.downloadJobFile': taskOfAnother,
  'jobs.retryJob': taskOfAnother,
  'jobs.cancelJob': taskOfAnother,
  'jobs.cancelTaskQueue': taskOfAnother,
  'events.streamEvents': people,
  'session.getConfiguration': open,
  'session.getIssuers': open,
  'session.getUserDetail': people,
  'session.signOut': people,
  'session.changePassword': people,
  'session.getSecondFactor': people,
  'session.beginSecondFactor': people,
  'session.confirmSecondFactor': people,
  'session.removeSecondFactor': people,
  'users.listUsers': supervisors,
  'users.getUser': supervisorsOfTenant,
  'users.addUser': supervisors,
  'users.updateUser': supervisorsOfTenant,
  'users.setUserStatus': supervisorsOfTenant,
  'users.updateUserGroups': supervisorsOfTenant,
  'users.listGroups': supervisors,
  'users.notifyUser': supervisorsOfTenant,
  'users.resetSecondFactor': supervisorsOfTenant,
  // Everybody finds the tools that they may use.
  'assistants.serveAssistant': { ...people, 'user with the rule denied': 'rule', 'API key': 'in' },
  'webhooks.createWebhook': supervisors,
  'webhooks.listWebhooks': supervisors,
  'webhooks.updateWebhook': ofNobodyForSupervisors,
  'webhooks.deleteWebhook': ofNobodyForSupervisors,
  'webhooks.listDeliveries': ofNobodyForSupervisors,
  'webhooks.replayDelivery': ofNobodyForSupervisors,
  'apiKeys.createApiKey': supervisors,
  'apiKeys.listApiKeys': supervisors,
  'apiKeys.revokeApiKey': supervisorsOfTenant,
  'audit.listAudit': supervisors,
  'audit.exportAudit': supervisors,
  'mail.listOutbox': supervisors,
  'mail.readMail': { ...supervisorsOfTenant, supervisor: 'hidden', superuser: 'hidden' },
  'userGroups.listUserGroups': supervisors,
  'userGroups.getOwnRules': people,
  'userGroups.saveUserGroup': supervisors,
  'userGroups.saveUserGroupSetting': supervisorsOfTenant,
  'userGroups.deleteUserGroup': supervisorsOfTenant,
  'userGroups.exportUserGroups': supervisors,
  'visitors.createLinkResource': productOfSupervisor,
  'visitors.listLinkResources': productOfSupervisor,
  'visitors.revokeLinkResource': productOfSupervisor,
  'visitors.createAnonymousUser': open,
  'visitors.sendOneTimeCode': open,
  'visitors.generateVisitorToken': open,
  'engines.getServiceSchema': serviceOfAuthors,
  'engines.downloadServiceFile': engineOfAuthors,
  'engines.downloadCurrentFile': engineOfAuthors,
  'engines.recompileService': serviceOfAuthors,
  'callLog.getExecution': { ...noCall, 'supervisor of another tenant': 'denied' },
  'callLog.rehydrateServiceCall': { ...noCall, 'supervisor of another tenant': 'denied' },
  'callLog.rehydrateLegacyCall': { ...noCall, 'supervisor of another tenant': 'denied' },
  'callLog.findCalls': logOfSupervisor,
  'execution.createBatch': { ...serviceOfSupervisor, visitor: 'denied' },
  'execution.listBatches': { ...people, 'supervisor of another tenant': 'denied', 'API key': 'in' },
  'execution.getBatch': noBatch,
  'execution.getBatchStatus': noBatch,
  'execution.addChunks': noBatch,
  'execution.takeChunkResults': noBatch,
  'execution.endBatch': noBatch,
  'callLog.eraseCalls': supervisors,
  'session.issueClientToken': {
    ...open,
    nobody: 'unknown',
    'user without group': 'unknown',
    user: 'unknown',
    'user with the rule denied': 'unknown',
    supervisor: 'unknown',
    superuser: 'unknown',
    'supervisor of another tenant': 'unknown',
    visitor: 'unknown',
    'API key': 'unknown',
  },
  'products.exportServices': { ...engineOfAuthors, 'supervisor of another tenant': 'denied' },
  'products.getServicesExport': noBatch,
  'products.cancelServicesExport': noBatch,
  'products.downloadServicesExport': noBatch,
  'products.importServices': { ...people, 'supervisor of another tenant': 'denied', 'API key': 'in' },
  'products.getServicesImport': noBatch,
  'execution.listTransforms': serviceOfAuthors,
  'execution.getTransform': noBatch,
  'execution.saveTransform': serviceOfAuthors,
  'execution.deleteTransform': noBatch,
  'execution.validateTransform': { ...people, 'supervisor of another tenant': 'denied', 'API key': 'in' },
  'execution.executeTransform': noBatch,
  'execution.executeOwnTransform': noBatch,
  'testBeds.listTestBeds': { ...people, 'API key': 'in' },
  'testBeds.listTestBedTemplates': people,
  'testBeds.listTestRuns': people,
  'testBeds.saveTestBed': productOfSupervisor,
  'testBeds.uploadTestBed': productOfSupervisor,
  'testBeds.saveTestBedTemplate': productOfSupervisor,
  'testBeds.downloadEngineTemplate': productOfSupervisor,
  'testBeds.getCoverage': taskOfAnother,
  'testBeds.getTestBed': taskOfAnother,
  'testBeds.deleteTestBed': taskOfAnother,
  'testBeds.getTestBedVersions': taskOfAnother,
  'testBeds.listTestCases': taskOfAnother,
  'testBeds.saveTestCases': taskOfAnother,
  'testBeds.saveCallAsCase': taskOfAnother,
  'testBeds.downloadTestBed': taskOfAnother,
  'testBeds.getTestBedTemplate': taskOfAnother,
  'testBeds.getTestBedTemplateVersions': taskOfAnother,
  'testBeds.deleteTestBedTemplate': taskOfAnother,
  'testBeds.downloadTestBedTemplate': taskOfAnother,
  'testBeds.queueTestRun': { ...taskOfAnother, 'API key': 'hidden' },
  'testBeds.getTestRunProgress': taskOfAnother,
  'testBeds.cancelTestRun': taskOfAnother,
  'dml.describeTables': productOfSupervisor,
  'dml.previewDml': productOfSupervisor,
  'dml.generateDml': productOfSupervisor,
  'dml.listDmlRuns': people,
  'ingenium.saveMapping': people,
  'ingenium.listMappings': people,
  'ingenium.getMapping': ofNobody,
  'ingenium.previewMapping': people,
  'ingenium.runPolicies': people,
  'ingenium.getRunStatus': taskOfAnother,
  'ingenium.listPolicyRuns': people,
  'ingenium.getLogs': people,
  'ingenium.downloadPolicies': taskOfAnother,
  'ingenium.cancelPolicies': taskOfAnother,
  'dml.getDmlRun': taskOfAnother,
  'dml.downloadDml': taskOfAnother,
  'testBeds.getTestRun': { ...taskOfAnother, 'API key': 'hidden' },
  'testBeds.deleteTestRun': taskOfAnother,
  'testBeds.listTestResults': { ...taskOfAnother, 'API key': 'hidden' },
  'testBeds.summariseTestRun': taskOfAnother,
  'testBeds.downloadTestRun': taskOfAnother,
  'dataDictionary.getDataDictionary': people,
  'dataDictionary.downloadDataDictionary': people,
  'dataDictionary.uploadDataDictionary': supervisors,
  'dataDictionary.checkInterface': people,
  // The file manager: what lies in it is decided folder by folder.
  'files.getFolderContent': people,
  'files.listFiles': people,
  'files.saveFile': people,
  'files.createFolder': people,
  'files.updateFolder': taskOfAnother,
  'files.getFile': taskOfAnother,
  'files.previewFile': taskOfAnother,
  'files.deleteFolder': taskOfAnother,
  'files.deleteFile': taskOfAnother,
  'files.updateFile': taskOfAnother,
  'files.listUserGroupLabels': people,
  'files.uploadFolder': people,
  'files.downloadFolder': taskOfAnother,
  'files.getFolder': taskOfAnother,
  'files.downloadFile': taskOfAnother,
  'files.downloadFileVersion': taskOfAnother,
  'files.copyEntry': taskOfAnother,
  'files.undeleteEntry': taskOfAnother,
  'files.restoreFileVersion': taskOfAnother,
  'files.startFileUpload': people,
  'files.addFilePart': taskOfAnother,
  'files.getFileUpload': taskOfAnother,
  'files.finishFileUpload': taskOfAnother,
  'files.cancelFileUpload': taskOfAnother,
  'testBeds.compareTestRuns': taskOfAnother,
  'testBeds.getTestComparison': taskOfAnother,
  'testBeds.listComparedCases': taskOfAnother,
  'testBeds.explainComparedCase': taskOfAnother,
  'testBeds.getPortfolioImpact': taskOfAnother,
  'testBeds.downloadPortfolioImpact': people,
  'testBeds.planTestCases': { ...productOfSupervisor, 'user with the rule denied': 'rule' },
  'testBeds.generateTestCases': { ...productOfSupervisor, 'user with the rule denied': 'rule' },
  'testBeds.replayCalls': taskOfAnother,
  'testBeds.uploadRegression': { ...productOfSupervisor, 'user with the rule denied': 'rule' },
  'testBeds.getPublishRules': productOfSupervisor,
  'testBeds.savePublishRules': productOfSupervisor,
  'testBeds.getPublishRequest': productOfSupervisor,
  'testBeds.requestPublishing': productOfSupervisor,
  'testBeds.decidePublishing': productOfSupervisor,
  'testBeds.commentPublishing': productOfSupervisor,
  'insights.aggregateUsage': people,
  'insights.getDurations': people,
  'insights.getNextMeasures': people,
  'insights.getTotals': people,
  'insights.listCounterDefinitions': people,
  'insights.listNotableCalls': people,
  'insights.getValueDistribution': productOfSupervisor,
  'apiDocumentation.generateApiDoc': engineByRule,
  'apiDocumentation.exportAsPdf': engineByRule,
  'insights.getUsageDetails': productOfSupervisor,
  'insights.getVersionOverview': { ...productOfSupervisor, 'user with the rule denied': 'rule' },
  'insights.getWeeklyMail': people,
  'insights.saveWeeklyMail': people,
  'insights.getProductHealth': productOfSupervisor,
}
