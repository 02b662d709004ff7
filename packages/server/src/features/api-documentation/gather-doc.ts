import type { BodyOf } from '@sheetwright/contract/call.ts'
import type { generateApiDoc } from '@sheetwright/contract/api-documentation/generate-api-doc.ts'
import type { EngineInterface, EnginePort } from '@sheetwright/contract/engines/interface.ts'
import { type ApiField, withDefinition } from '@sheetwright/contract/master-api/master-api-definition.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallerIdentity } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { readBuild, renamedInterface } from '../engines/engine-build.store.ts'
import { listVersions, type StoredVersion } from '../engines/engine-version.store.ts'
import { maySee } from '../engines/engine.access.ts'
import { findEngine, type StoredEngine } from '../engines/engine.store.ts'
import { computeExample, requireExecutable } from '../execution/calculation.access.ts'
import { publishedFields } from '../master-api/master-api.store.ts'
import { readerOf } from '../products/product.access.ts'
import { findProduct } from '../products/product.store.ts'
import { messagesOf } from '../system/messages.access.ts'
import type { ApiDoc } from './doc-model.ts'
import { engineIdsOf } from './documented-engine.store.ts'
import type { DocExample, DocumentedEngine, DocumentedVersion } from './documented-engine.ts'
import { writeDoc } from './write-doc.ts'

type Caller = Exclude<CallerIdentity, { kind: 'anyone' | 'visitor' | 'fileVisitor' }>

/** The most versions whose changes are listed. */
const mostVersions = 20

interface GatheredDoc {
  readonly doc: ApiDoc
  /** Without the extension. */
  readonly fileName: string
}

/** Reads the documented engines, executes the examples, and writes the document. */
export async function gatherDoc(
  services: Services,
  caller: Caller,
  { product: productName, engine: engineName, language }: BodyOf<typeof generateApiDoc>,
): Promise<GatheredDoc> {
  const { product, fields, chosen } = await services.db.inTenant(caller.tenantId, async (tx) => {
    const found = await findProduct(tx, readerOf(caller), productName)
    if (found === undefined) throw new CallError('PRODUCT_NOT_FOUND', `There is no product "${productName}"`)
    const names = engineName === undefined ? await engineIdsOf(tx, found.id) : [engineName]
    const seen: StoredEngine[] = []
    for (const name of names) {
      const engine = await findEngine(tx, caller, { product: found.id, engine: name })
      if (engine !== undefined) seen.push(engine)
    }
    if (engineName !== undefined && seen.length === 0)
      throw new CallError('ENGINE_NOT_FOUND', `There is no engine "${engineName}"`)
    const withVersions: { engine: StoredEngine; versions: StoredVersion[] }[] = []
    for (const engine of seen) withVersions.push({ engine, versions: await versionsOf(tx, engine) })
    return {
      product: found,
      fields: await publishedFields(tx, found.id),
      chosen: withVersions.filter(({ versions }) => versions.length > 0),
    }
  })
  if (engineName !== undefined && chosen.length === 0)
    throw new CallError('ENGINE_VERSION_NOT_FOUND', 'The engine has no version that is published')
  const engines: DocumentedEngine[] = []
  for (const { engine, versions } of chosen)
    engines.push(await documentedEngine(services, caller, engine, versions, fields))
  const [only] = engineName === undefined ? [] : engines
  const name = only?.serviceName ?? product.name
  const messages = await messagesOf(language)
  const doc = writeDoc({
    language,
    name,
    productName: product.name,
    madeAt: new Date(),
    engines,
    meanings: Object.fromEntries(
      Object.entries(messages).flatMap(([id, text]) => (id.startsWith('Error.') ? [[id.slice(6), text]] : [])),
    ),
  })
  return { doc, fileName: only === undefined ? `${name}_api` : `${name}_${only.revision}_api` }
}

/** Versions that the caller may see: the running one first, then the others, newest first. */
async function versionsOf(tx: TenantTransaction, engine: StoredEngine): Promise<StoredVersion[]> {
  const versions = await listVersions(tx, engine.id, { withArchived: false })
  return versions.filter((version) => maySee(engine, version)).slice(0, mostVersions)
}

async function documentedEngine(
  services: Services,
  caller: Caller,
  engine: StoredEngine,
  versions: readonly StoredVersion[],
  fields: readonly ApiField[],
): Promise<DocumentedEngine> {
  const described: (DocumentedVersion & { readonly id: string })[] = []
  for (const version of versions) {
    const build = await readBuild(services.files, caller.tenantId, version.buildHash)
    const { id, revision, state, releaseNote, effectiveStartDate, effectiveEndDate } = version
    const shown = renamedInterface(build.publicInterface, version.portNames)
    described.push({ id, revision, state, releaseNote, effectiveStartDate, effectiveEndDate, interface: shown })
  }
  const current = described.find(({ id }) => id === engine.version?.id) ?? described[0]
  if (current === undefined) throw new Error('An engine without versions is not documented')
  return {
    origin: services.settings.origin,
    tenant: caller.tenantName,
    productName: engine.productName,
    serviceName: engine.serviceName,
    revision: current.revision,
    interface: withDefinition(fields, current.interface),
    versions: described,
    examples: await executedExamples(services, caller, engine, current),
  }
}

/** Calls with the defaults, and one with a value of the wrong type. Empty if the engine cannot be executed now. */
async function executedExamples(
  { execution }: Services,
  caller: Caller,
  engine: StoredEngine,
  version: { readonly id: string; readonly interface: EngineInterface },
): Promise<DocExample[]> {
  const { interface: ports } = version
  if (ports.outputs.length === 0 && ports.subservices.length === 0) return []
  try {
    const executable = await requireExecutable(execution, {
      caller,
      product: engine.productId,
      engine: engine.id,
      versionId: version.id,
    })
    const run = async (inputs: Record<string, unknown>, subservice: string | undefined): Promise<DocExample> => {
      const { isRefused, ...answer } = await computeExample(execution, executable, caller.tenantId, inputs, subservice)
      const meta = subservice === undefined ? {} : { service_category: subservice }
      return {
        subservice,
        isRefused,
        request: { request_data: { inputs }, request_meta: { call_purpose: 'Test', ...meta } },
        answer,
      }
    }
    const examples = [await run(defaultsOf(ports.inputs), undefined)]
    for (const { name, inputs } of ports.subservices) examples.push(await run(defaultsOf(inputs), name))
    const numeric = ports.inputs.find(({ shape, type }) => shape === 'cell' && type !== 'text' && type !== 'boolean')
    if (numeric !== undefined) {
      const refused = await run({ ...defaultsOf(ports.inputs), [numeric.name]: 'abc' }, undefined)
      if (refused.isRefused) examples.push(refused)
    }
    return examples
  } catch (error) {
    if (error instanceof CallError) return []
    throw error
  }
}

function defaultsOf(inputs: readonly EnginePort[]): Record<string, unknown> {
  return Object.fromEntries(inputs.map((port) => [port.name, port.default ?? null]))
}
