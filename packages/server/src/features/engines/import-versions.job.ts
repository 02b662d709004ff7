import type { Iteration } from '@sheetwright/contract/engines/iteration.ts'
import type { AnchoredInterface } from '@sheetwright/compiler/interface.ts'
import type { EngineType } from '@sheetwright/contract/engines/engine.ts'
import type { ZippedEngine, ZippedVersion } from '@sheetwright/contract/products/zip/manifest.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import type { PortNames } from './engine-version.store.ts'
import { JobFailure } from '../../platform/jobs/definition.ts'
import type { Services } from '../../services.ts'
import { copyEngineReferences } from '../master-references/engine-reference.store.ts'
import { buildUpload } from './build/build-upload.ts'
import { insertUpload, markBuilt } from './engine-upload.store.ts'
import { insertEngine, updateEngine } from './engine.store.ts'
import { insertVersion, listVersions, updateVersion } from './engine-version.store.ts'
import { readRules } from '../test-beds/publish-gate.store.ts'
import { insertPromotion } from './promoted-version.store.ts'
import { programFault } from './program-fault.ts'
import { proveFurther } from './prove-engine.job.ts'

/** A built workbook, ready to be stored. */
export interface BuiltWorkbook {
  readonly programHash: string | null
  readonly buildHash: string
  readonly blockedBecause: string | null
  readonly marks: AnchoredInterface | null
  readonly iteration: Iteration | null
  readonly lintScore: number | null
  /** Number of runs in which the program was compared with the reference evaluator. */
  readonly runs: number
}

/** Reads, compiles and proves an imported workbook from storage. A refused workbook ends the import. */
export async function buildImported(
  services: Services,
  task: {
    readonly tenantId: string
    readonly serviceName: string
    readonly engineType: EngineType
    readonly version: Pick<ZippedVersion, 'hash' | 'fileName' | 'revision' | 'marks' | 'iteration'>
    readonly signal: AbortSignal
  },
): Promise<BuiltWorkbook> {
  const { tenantId, serviceName, engineType, version, signal } = task
  const { hash: fileHash, fileName } = version
  const { iteration = null } = version
  const about = { tenantId, fileHash, fileName, engineType, marks: { given: version.marks }, iteration }
  const built = await buildUpload(services, { ...about, signal, onProgress: () => undefined })
  if (built.kind === 'refused') {
    throw new JobFailure(`${serviceName} ${version.revision} cannot be imported: ${built.refusal.message}`)
  }
  const { programHash, buildHash, build } = built
  return {
    programHash,
    buildHash,
    blockedBecause: programFault(build.parity.program.differences),
    marks: build.marks ?? null,
    iteration,
    lintScore: build.lintScore ?? null,
    runs: build.parity.program.runs,
  }
}

/** A version to be stored, from a zip or from another engine. */
interface ImportedVersion extends Omit<ZippedVersion, 'programHash' | 'portNames' | 'marks' | 'iteration'> {
  readonly portNames: PortNames | ZippedVersion['portNames']
  readonly size: number
  readonly built: BuiltWorkbook
}

export interface ImportedVersions {
  readonly productId: string
  readonly userId: string
  readonly engine: Omit<ZippedEngine, 'versions'>
  /** The existing engine with this name, if any. */
  readonly engineId: string | undefined
  /** The versions to store, with their new revisions and workbook sizes. */
  readonly versions: readonly ImportedVersion[]
  /** When another installation exported them; omitted if they come from this one. */
  readonly exportedAt?: string
  /** Published versions become drafts, too. */
  readonly asDrafts?: boolean
  /** Set if the versions were just built: their proofs continue. */
  readonly proving?: Pick<Services, 'jobs'>
}

/** Stores an imported engine with its versions, or the versions that an existing engine lacks. */
export async function insertImported(tx: TenantTransaction, imported: ImportedVersions): Promise<string> {
  const { productId, userId, engine, proving } = imported
  const { serviceName, engineType, connectorUrl, mayLeave } = engine
  const id =
    imported.engineId ?? (await insertEngine(tx, { productId, serviceName, ownerId: userId, engineType, connectorUrl }))
  const { fourEyes, testbedIds } = await readRules(tx, productId)
  const isGated = fourEyes || testbedIds.length > 0
  const present = await listVersions(tx, id, { withArchived: true })
  const byRevision = new Map(present.map((version) => [version.revision, version.id]))
  for (const version of imported.versions) {
    const { id: uploadId } = await insertUpload(tx, {
      productId,
      serviceName,
      uploadedBy: userId,
      fileName: version.fileName,
      fileHash: version.hash,
      fileSize: version.size,
      iteration: version.built.iteration,
    })
    const { programHash, buildHash, blockedBecause, marks, lintScore, runs } = version.built
    await markBuilt(tx, uploadId, { programHash, buildHash, marks, lintScore })
    if (proving !== undefined && blockedBecause === null) {
      await proveFurther(tx, proving, { id, serviceName, userId }, { uploadId, runs })
    }
    await copyEngineReferences(tx, uploadId)
    const restoredFrom = version.restoredFrom === null ? undefined : byRevision.get(version.restoredFrom)
    const versionId = await insertVersion(tx, {
      engineId: id,
      uploadId,
      revision: version.revision,
      releaseNote: version.releaseNote,
      effectiveStart: new Date(version.effectiveStartDate),
      effectiveEnd: new Date(version.effectiveEndDate),
      properties: version.properties,
      portNames: namesOf(version.portNames),
      blockedBecause,
      ...(restoredFrom === undefined ? {} : { restoredFrom }),
      createdBy: userId,
    })
    byRevision.set(version.revision, versionId)
    if (imported.exportedAt !== undefined) {
      const { revision, proof = null, approvals = [] } = version
      const exportedAt = new Date(imported.exportedAt)
      await insertPromotion(tx, { versionId, revision, exportedAt, proof, approvals })
    }
    // A version that must not be published here, or not yet, stays a draft, whatever its state elsewhere.
    if (version.state !== 'Draft' && blockedBecause === null && !isGated && imported.asDrafts !== true) {
      await updateVersion(tx, versionId, { state: version.state, publishedBy: userId })
    }
  }
  await updateEngine(tx, id, imported.engineId === undefined ? { mayLeave } : {})
  return id
}

function namesOf({ inputs, outputs }: ImportedVersion['portNames']): PortNames {
  return { ...(inputs === undefined ? {} : { inputs }), ...(outputs === undefined ? {} : { outputs }) }
}
