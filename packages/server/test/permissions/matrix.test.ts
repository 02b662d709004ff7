import type { Call } from '@sheetwright/contract/call.ts'
import { calls } from '@sheetwright/contract/calls.ts'
import { describe, expect, it } from 'vitest'
import { webClientId } from '../../src/platform/identity/issuers.ts'
import { useTestServer } from '../support/test-server.ts'
import { buildWorld, category, emptyGroup, type World } from './callers.ts'
import { callers, matrix, type Outcome } from './matrix.ts'

const server = useTestServer()

const partNames: Readonly<Record<string, string>> = { ingenium: 'result', portfolios: 'csv' }

/** A value for each path parameter: something of the first tenant, or something that does not exist. */
const pathValues: Readonly<Record<string, (world: World, call: Call) => string>> = {
  tenant: ({ supervisor }) => supervisor.tenantName,
  product: ({ productId }) => productId,
  engine: ({ engineId }) => engineId,
  folder: ({ productId }) => productId,
  service: ({ engineId }) => engineId,
  serviceId: ({ engineId }) => engineId,
  versionId: ({ versionId }, call) =>
    call.id.startsWith('engines.') ? versionId : '00000000-0000-4000-8000-000000000000',
  batch: () => '00000000-0000-4000-8000-000000000000',
  realm: ({ supervisor }) => supervisor.tenantName,
  export: () => '00000000-0000-4000-8000-000000000000',
  import: () => '00000000-0000-4000-8000-000000000000',
  name: () => 'No such transform',
  transformFolder: ({ productId }) => productId,
  jobId: () => '00000000-0000-4000-8000-000000000000',
  subservice: () => 'All',
  downloadable: () => 'true',
  purpose: () => 'All',
  call: () => '00000000-0000-4000-8000-000000000000',
  rule: () => '00000000-0000-4000-8000-000000000000',
  chain: () => '00000000-0000-4000-8000-000000000000',
  output: () => '00000000-0000-4000-8000-000000000000',
  suffix: () => 'no-such-address',
  entityType: () => 'product',
  entityId: ({ productId }) => productId,
  document: ({ documentId }) => documentId,
  section: () => 'brochure',
  version: ({ versionId }, call) => {
    if (/^testBeds\..*Publish/.test(call.id)) return versionId
    if (call.id.startsWith('testBeds.')) return '00000000-0000-4000-8000-000000000000'
    return /^(?:engines|lookInside|promotion|sdk)\./.test(call.id) ? versionId : '1'
  },
  client: () => '00000000-0000-4000-8000-000000000000',
  webhook: () => '00000000-0000-4000-8000-000000000000',
  delivery: () => '00000000-0000-4000-8000-000000000000',
  package: () => '00000000-0000-4000-8000-000000000000',
  testbed: () => '00000000-0000-4000-8000-000000000000',
  template: () => '00000000-0000-4000-8000-000000000000',
  queue: () => '00000000-0000-4000-8000-000000000000',
  comparison: () => '00000000-0000-4000-8000-000000000000',
  dialect: () => 'postgres',
  mapping: () => '00000000-0000-4000-8000-000000000000',
  file: () => 'none.zip',
  run: () => '00000000-0000-4000-8000-000000000000',
  upload: ({ uploadId }) => uploadId,
  part: (_, call) => partNames[call.id.split('.')[0] ?? ''] ?? '1',
  against: ({ versionId }) => versionId,
  flag: () => 'true',
  key: () => category,
  image: () => 'a'.repeat(64),
  language: () => 'en',
  job: () => '00000000-0000-4000-8000-000000000000',
  change: () => '00000000-0000-4000-8000-000000000000',
  id: ({ user, keyId }, call) => (call.id.startsWith('users.') ? user.userId : keyId),
  userGroup: () => emptyGroup,
  linkId: ({ linkId }) => linkId,
}

/** Changes only the columns of the board, which no test checks. */
const noConfiguration = {
  format: 'sheetwright.configuration',
  version: 1,
  flags: {},
  userGuideUrl: null,
  categories: [],
  productStatuses: [],
  purposes: [],
  fileTypes: [],
  boardColumns: [{ name: 'Ideas', builtIn: 'ideas' }],
  groupRules: [],
}

/** An installation that this one does not allow anybody to reach. */
const elsewhere = { url: 'https://other.example/', tenant: 'demo', apiKey: 'none' }

/** Valid bodies, for calls that check permissions after validation. */
const bodies: Readonly<Record<string, (world: World) => unknown>> = {
  'apiDocumentation.generateApiDoc': ({ productId }) => ({ product: productId }),
  'apiDocumentation.exportAsPdf': ({ productId }) => ({ product: productId }),
  'apiDocumentation.startApiDoc': ({ productId }) => ({ product: productId, form: 'html' }),
  'configuration.applyConfiguration': () => noConfiguration,
  'configuration.compareConfiguration': () => noConfiguration,
  'calculators.countCalculatorResults': () => ({ results: 3 }),
  'calculators.getCalculatorProgram': () => ({ versionId: '00000000-0000-4000-8000-000000000000' }),
  'calculators.saveFormDraft': () => ({
    edition: 0,
    layout: {
      formatVersion: 1,
      title: {},
      sections: [{ key: 'inputs', title: {}, columns: 1, fields: [] }],
      results: [],
    },
  }),
  'calculators.importForm': () => ({ edition: 0, layout: {} }),
  'calculators.publishForm': () => ({ edition: 0 }),
  'files.downloadFolder': () => ({ name: 'Taken along', folders: ['00000000-0000-4000-8000-000000000000'] }),
  'files.copyEntry': () => ({ folderId: '00000000-0000-4000-8000-000000000000' }),
  'lookInside.runWhatIf': () => ({
    kind: 'solve',
    inputs: {},
    input: 'Nothing',
    output: 'Nothing',
    target: 1,
    from: 0,
    to: 1,
  }),
  'assistants.serveAssistant': () => ({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  'apiKeys.updateApiClient': () => ({ name: 'Taken over', owner: 'Nobody', group: 'user:pf.forms' }),
  'promotion.planPromotion': () => ({ target: elsewhere }),
  'promotion.sendPromotion': () => ({ target: elsewhere, export: '00000000-0000-4000-8000-000000000000' }),
  'promotion.followPromotion': () => ({ target: elsewhere, import: '00000000-0000-4000-8000-000000000000' }),
  'promotion.rollBackPromotion': () => ({ target: elsewhere, version: '00000000-0000-4000-8000-000000000000' }),
  'webhooks.createWebhook': () => ({ name: 'Taken over', url: 'https://hooks.example/', events: ['job.finished'] }),
  'webhooks.updateWebhook': () => ({ name: 'Taken over', url: 'https://hooks.example/', events: ['job.finished'] }),
  'sdk.generateSdk': () => ({ kind: 'http-typescript' }),
  'products.updateProduct': () => ({ description: 'Taken over' }),
  'products.cloneProduct': () => ({ name: 'A copy' }),
  'documents.createSection': () => ({ name: 'A section' }),
  'documents.updateSection': () => ({ position: 1 }),
  'documents.moveDocument': () => ({ documentType: 'brochure' }),
  'documents.updateDocument': () => ({ fileName: 'taken.pdf' }),
  'documents.updateDocumentMetadata': () => ({ metadata: { note: 'Taken over' } }),
  'engines.publishService': ({ uploadId }) => ({ request_data: { original_file_documentid: uploadId } }),
  'engines.setVersionState': () => ({ state: 'Archived' }),
  'engines.buildMarkedUpload': () => ({ interface: { outputs: [{ name: 'Sum', cell: 'Sheet1!A1' }] } }),
  'engines.iterateVersion': () => ({ iteration: { count: 100, tolerance: 0.001 } }),
  'lookInside.getUploadedCells': () => ({ sheet: 'Sheet1', range: 'A1:B2' }),
  'lookInside.explainCell': () => ({ cell: 'Sheet1!A1' }),
  'lookInside.getCells': () => ({ sheet: 'Sheet1', range: 'A1:B2' }),
  'session.issueClientToken': () => ({ grant_type: 'client_credentials', client_id: 'Any', client_secret: 'wrong' }),
  'products.exportServices': ({ productId }) => ({ inputs: { folders: [productId] } }),
  'products.cancelServicesExport': () => ({ export_status: 'cancelled' }),
  'execution.saveTransform': () => ({ transform_content: { transform_type: 'mapping_v1' } }),
  'execution.validateTransform': () => ({ transform_content: { transform_type: 'mapping_v1' } }),
  'callLog.eraseCalls': () => ({ caller: 'nobody in particular', countOnly: true }),
  'execution.createBatch': ({ engineId }) => ({ service: engineId }),
  'execution.addChunks': () => ({ chunks: [{ id: 'first', data: { inputs: [{}] } }] }),
  'execution.endBatch': () => ({ batch_status: 'closed' }),
  'execution.executeNamed': ({ engineId }) => ({ request_meta: { service_id: engineId } }),
  'callLog.getServiceCall': () => ({ request_data: { call_id: '00000000-0000-4000-8000-000000000000' } }),
  'execution.saveProxyRule': ({ productId, engineId }) => ({
    ProductName: productId,
    ServiceName: engineId,
    UrlSuffix: 'taken-over',
  }),
  'execution.saveChain': ({ productId, engineId }) => ({
    name: 'Taken over',
    steps: [{ product: productId, engine: engineId }],
  }),
  'execution.executePublicBatch': ({ engineId }) => ({ service: engineId, inputs: [{}] }),
  'execution.executeBatch': ({ engineId }) => ({ service: engineId, inputs: [{}] }),
  'permissions.setEntityPermissions': ({ user }) => ({
    principals: [{ principal: { type: 'user', id: user.userId }, level: 'manage' }],
  }),
  'permissions.shareProduct': () => ({ groupName: emptyGroup, isShared: true }),
  'testBeds.saveTestBed': ({ engineId }) => ({ engineId, name: 'Taken over' }),
  'testBeds.saveTestBedTemplate': ({ engineId }) => ({ engineId, name: 'Taken over' }),
  'testBeds.saveTestCases': () => ({}),
  'testBeds.saveCallAsCase': () => ({ callId: '00000000-0000-4000-8000-000000000000' }),
  'testBeds.queueTestRun': () => ({ testbedId: '00000000-0000-4000-8000-000000000000' }),
  'testBeds.compareTestRuns': () => ({
    sourceTestRunId: '00000000-0000-4000-8000-000000000000',
    targetTestRunId: '00000000-0000-4000-8000-000000000000',
  }),
  'testBeds.listComparedCases': () => ({ output: 'Premium' }),
  'testBeds.explainComparedCase': () => ({ number: 1 }),
  'testBeds.getPortfolioImpact': () => ({ output: 'Premium' }),
  'testBeds.planTestCases': ({ engineId }) => ({ engineId, method: 'boundary' }),
  'testBeds.generateTestCases': ({ engineId }) => ({ engineId, method: 'boundary', name: 'Taken over' }),
  'testBeds.replayCalls': ({ engineId }) => ({ engineId }),
  'testBeds.savePublishRules': () => ({ fourEyes: false, testbedIds: [] }),
  'testBeds.requestPublishing': () => ({ note: 'Taken over' }),
  'testBeds.decidePublishing': () => ({ approve: false }),
  'testBeds.commentPublishing': () => ({ comment: 'Taken over' }),
  'testBeds.downloadTestRun': () => ({ format: 'CSV' }),
  'users.updateUser': () => ({ data: { Position: 'Intruder' } }),
  'users.setUserStatus': () => ({ status: 'Enabled' }),
  'users.updateUserGroups': ({ user }) => ({ user_ids: [user.userId], group_path: 'user:pf.forms' }),
  'users.notifyUser': ({ user }) => ({ email: user.email }),
  'userGroups.saveUserGroupSetting': () => ({ userGroup: emptyGroup, moduleRules: [] }),
  'visitors.createLinkResource': ({ productId }) => ({ product: productId, serviceName: 'Premium' }),
  'visitors.createAnonymousUser': ({ linkId, supervisor }) => ({
    linkId,
    realm: supervisor.tenantName,
    client: webClientId,
    email: 'another@example.test',
  }),
}

/** Never built, because its name is not that of a workbook. */
const noWorkbook = (form: FormData) => form.set('file', new Blob(['no workbook']), 'premium.txt')

const noFileZip = (form: FormData) => form.set('File', new Blob(['no zip']), 'some.zip')

const noZip = (form: FormData) => form.set('ProductZip', new Blob(['no zip']), 'product.zip')

const forms: Readonly<Record<string, (form: FormData, world: World) => void>> = {
  'masterReferences.addMasterReference': noWorkbook,
  'dataDictionary.uploadDataDictionary': noFileZip,
  'files.uploadFolder': noFileZip,
  'files.saveFile': (form) => form.set('File', new Blob(['text']), 'notes.txt'),
  'files.addFilePart': (form) => form.set('Part', new Blob(['text']), 'part'),
  'templates.saveTemplate': (form) => {
    form.set('TemplateName', 'Taken over')
    form.set('File', new Blob(['no workbook']), 'premium.txt')
  },
  'masterApi.addMasterApi': noWorkbook,
  'engines.uploadEngine': noWorkbook,
  'dml.generateDml': (form) => form.set('smartLevel', '0'),
  'ingenium.readMappingSheet': (form) => form.set('file', new Blob(['id']), 'mapping.xlsx'),
  'ingenium.previewMapping': (form) => form.set('file', new Blob(['id']), 'policies.csv'),
  'portfolios.checkPortfolio': (form) => form.set('file', new Blob(['id']), 'policies.csv'),
  'ingenium.runPolicies': (form) => form.set('file', new Blob(['id']), 'policies.csv'),
  'engines.startUpload': noWorkbook,
  'lookInside.proposeInterface': noWorkbook,
  'engines.uploadService': (form) => form.set('serviceFile', new Blob(['no workbook']), 'premium.txt'),
  'testBeds.uploadRegression': (form, { engineId }) => {
    form.set('engines', engineId)
    form.set('file', new Blob(['no template']), 'cases.txt')
  },
  'testBeds.uploadTestBed': (form, { engineId }) => {
    form.set('engineId', engineId)
    form.set('file', new Blob(['no template']), 'cases.txt')
  },
  'products.createProduct': (form) => form.set('Name', `Made by a caller ${crypto.randomUUID()}`),
  'documents.createDocument': (form) => form.set('File', new Blob(['%PDF-1.4']), 'other.pdf'),
  'products.validateProductZip': noZip,
  'products.importProduct': noZip,
  'products.importServices': (form) => {
    form.set('importRequestEntity', '{}')
    form.set('file', new Blob(['no zip']), 'services.zip')
  },
  'products.uploadCoverImage': (form, { productId }) => {
    form.set('Product', productId)
    form.set('CoverImage', new Blob(['not a picture']), 'cover.jpg')
  },
}

const outcomes: Readonly<Record<string, Outcome>> = {
  UNAUTHORIZED_ACCESS: 'unknown',
  UNAUTHORIZED_USER_GROUP: 'no group',
  PERMISSION_DENIED: 'denied',
  RULE_VALIDATION_FAILED: 'rule',
  TENANT_MISMATCH: 'denied',
}

interface Attempt {
  readonly outcome: Outcome
  /** Whether the world may have changed: refused calls change nothing. */
  readonly changes: boolean
}

async function attempt(call: Call, world: World, headers: Record<string, string>): Promise<Attempt> {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = pathValues[name]
    if (value === undefined) throw new Error(`Nothing stands for the parameter ${name}`)
    return encodeURIComponent(value(world, call))
  })
  const stop = new AbortController()
  const response = await fetch(server().origin + path, {
    method: call.method,
    headers: { ...headers, ...(call.body?.kind === 'json' ? { 'content-type': 'application/json' } : {}) },
    signal: stop.signal,
    ...bodyOf(call, world),
  })
  if (response.ok) {
    stop.abort()
    return { outcome: 'in', changes: !reads(call) }
  }
  const { errorCode } = (await response.json()) as { errorCode: string }
  if (response.status >= 500) throw new Error(`${call.id} answered ${errorCode}`)
  const outcome = outcomes[errorCode] ?? (errorCode.endsWith('NOT_FOUND') ? 'hidden' : 'in')
  return { outcome, changes: false }
}

/** Lists and searches have a body, but change nothing either. */
function reads({ id, method }: Call): boolean {
  return method === 'GET' || /\.(?:list|get|find|search|compare)[A-Z]/.test(id)
}

function bodyOf(call: Call, world: World): { body?: string | FormData } {
  if (call.body === undefined) return {}
  if (call.body.kind === 'json') return { body: JSON.stringify(bodies[call.id]?.(world) ?? {}) }
  const fill = forms[call.id]
  if (fill === undefined) throw new Error(`Nothing stands in the form of ${call.id}`)
  const form = new FormData()
  fill(form, world)
  return { body: form }
}

/** Calls for visitors: the form and the results of one engine. Adding a call here needs a reason. */
const visitorCalls = [
  'calculators.countCalculatorResults',
  'calculators.getFormPdf',
  'calculators.getFormSpec',
  'calculators.getFormState',
  'calculators.getTutorialFormSpec',
  'calculators.getTutorialFormState',
  'execution.executeEngine',
  'execution.executeInputs',
  'execution.executeNamed',
  'execution.executeService',
  'execution.executeServiceById',
  'execution.getServiceMetadata',
  'execution.validateService',
]

/** A world that nobody has changed yet. */
let untouched: World | undefined

describe('the permission matrix', () => {
  it('speaks of every call and of no other', () => {
    expect(Object.keys(matrix).toSorted()).toEqual(calls.map(({ id }) => id).toSorted())
  })

  it('lets the token of a visitor into what is open to everybody and into the engine of its link alone', () => {
    const own = Object.entries(matrix).filter(([, row]) => row.visitor === 'in' && row.nobody !== 'in')
    expect(own.map(([id]) => id).toSorted()).toEqual(visitorCalls)
  })

  it.each(calls.map((call) => [call.id, call] as const))('%s does for everybody what it says', async (id, call) => {
    const found: Record<string, Outcome> = {}
    for (const caller of callers) {
      untouched ??= await buildWorld(server())
      const { outcome, changes } = await attempt(call, untouched, await untouched.headersOf(caller))
      found[caller] = outcome
      // Changes that one caller was allowed to make must not affect the next.
      if (changes) untouched = undefined
    }
    expect(found).toEqual(matrix[id])
  })
})
