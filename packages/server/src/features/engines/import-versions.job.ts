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
import { publishGate } from '../test-beds/publish-gate.store.ts'
import { tellGateFailed } from '../webhooks/webhook.store.ts'
import { readBuild } from './engine-build.store.ts'
import { inherentCodes } from './inherent-checks.ts'
import { runChecks, unacknowledged } from './publish-checks.ts'
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
  /**
   * Set if the versions were just built: their proofs continue, and they are published only if they pass the checks.
   * What was published in this installation passed them, or somebody said why it is right all the same.
   */
  readonly arriving?: Pick<Services, 'jobs' | 'files'>
}

/** A version that stays a draft although it was published elsewhere. */
export interface KeptDraft {
  readonly service: string
  readonly version: string
  readonly reason: string
}

/** Stores an imported engine with its versions, or the versions that an existing engine lacks. */
export async function insertImported(
  tx: TenantTransaction,
  imported: ImportedVersions,
): Promise<{ readonly id: string; readonly drafts: readonly KeptDraft[] }> {
  const { productId, userId, engine, arriving } = imported
  const { serviceName, engineType, connectorUrl, mayLeave } = engine
  const id =
    imported.engineId ?? (await insertEngine(tx, { productId, serviceName, ownerId: userId, engineType, connectorUrl }))
  const drafts: KeptDraft[] = []
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
    if (arriving !== undefined && blockedBecause === null) {
      await proveFurther(tx, arriving, { id, serviceName, userId }, { uploadId, runs })
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
    if (version.state === 'Draft' || imported.asDrafts === true) continue
    const { revision, properties } = version
    const made = { engineId: id, versionId, revision, properties }
    const reason = await obstacleTo(tx, made, version.built, arriving?.files)
    if (reason === undefined) {
      await updateVersion(tx, versionId, { state: version.state, publishedBy: userId })
    } else if (version.state === 'Archived') {
      // Never published here, so that it cannot come back into use.
      await updateVersion(tx, versionId, { state: 'Archived' })
    } else {
      drafts.push({ service: serviceName, version: version.revision, reason })
      const message = `The imported version fails checks: ${reason}`
      await tellGateFailed(tx, { engineId: id, versionId, message })
    }
  }
  await updateEngine(tx, id, imported.engineId === undefined ? { mayLeave } : {})
  return { id, drafts }
}

type Checked = Pick<ImportedVersion, 'revision' | 'properties'>

/** Why a version must not be published here, or not yet, whatever its state elsewhere. */
async function obstacleTo(
  tx: TenantTransaction,
  { engineId, versionId, ...version }: { engineId: string; versionId: string } & Checked,
  { blockedBecause, buildHash }: BuiltWorkbook,
  files: Services['files'] | undefined,
): Promise<string | undefined> {
  if (files === undefined) return blockedBecause ?? undefined
  const build = await readBuild(files, tx.tenantId, buildHash)
  const gate = await publishGate(tx, engineId, versionId)
  const found = runChecks({ version: { ...version, blockedBecause }, build, inUse: undefined, gate })
  const open = unacknowledged(found, inherentCodes)
  return open.length === 0 ? undefined : open.map(({ message }) => message).join('; ')
}

function namesOf({ inputs, outputs }: ImportedVersion['portNames']): PortNames {
  return { ...(inputs === undefined ? {} : { inputs }), ...(outputs === undefined ? {} : { outputs }) }
}
