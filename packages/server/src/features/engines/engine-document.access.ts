import type { ParityReport } from '@sheetwright/contract/engines/proof.ts'
import type { Services } from '../../services.ts'
import { readBuild, renamedInterface } from './engine-build.store.ts'
import type { StoredEngine } from './engine.store.ts'
import type { StoredVersion } from './engine-version.store.ts'
import { type DescribedEngine, openApiOfEngine } from './open-api-of-engine.ts'

export type { DescribedEngine } from './open-api-of-engine.ts'

/** The document of a version, for features that pass it on. */
export interface EngineDocument {
  readonly engine: DescribedEngine
  /** OpenAPI. */
  readonly document: Readonly<Record<string, unknown>>
  readonly parity: ParityReport
  readonly compilerVersion: string
  readonly workbookHash: string
}

export async function engineDocument(
  { files, settings }: Pick<Services, 'files' | 'settings'>,
  tenant: { readonly id: string; readonly name: string },
  { productName, serviceName }: Pick<StoredEngine, 'productName' | 'serviceName'>,
  version: Pick<StoredVersion, 'id' | 'revision' | 'releaseNote' | 'buildHash' | 'portNames'>,
): Promise<EngineDocument> {
  const build = await readBuild(files, tenant.id, version.buildHash)
  const engine: DescribedEngine = {
    origin: settings.origin,
    tenant: tenant.name,
    productName,
    serviceName,
    revision: version.revision,
    versionId: version.id,
    releaseNote: version.releaseNote,
    interface: renamedInterface(build.publicInterface, version.portNames),
    results: build.defaultsResults,
  }
  const { parity, compilerVersion, workbookHash } = build
  const document = openApiOfEngine(engine, { asForm: false, subservice: undefined })
  return { engine, document, parity, compilerVersion, workbookHash }
}
