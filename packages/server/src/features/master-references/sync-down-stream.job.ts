import type { SyncOutcome, SyncState } from '@sheetwright/contract/master-references/sync-report.ts'
import { z } from 'zod'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { defineJob, type JobContext } from '../../platform/jobs/definition.ts'
import { versionOfUpload } from '../engines/compile-engine.job.ts'
import { plainMarks } from '../engines/engine-marks.store.ts'
import { engineTypeOf } from '../engines/engine.store.ts'
import { findUpload, insertUpload } from '../engines/engine-upload.store.ts'
import { findVersion, listVersions, type StoredVersion } from '../engines/engine-version.store.ts'
import { listEngineReferences, type StoredEngineReference } from './engine-reference.store.ts'
import { replaceInEngine } from './replace-in-engine.ts'
import { reportOf } from './sync-report.ts'
import { endSyncEngine, listSyncEngines, noteSyncUpload, type StoredSyncEngine } from './sync.store.ts'

const syncRequest = z.object({
  /** Shown in the list of jobs. */
  Name: z.string(),
  Url: z.string(),
  /** Only tables of this master; null means all tables of the engine. */
  documentId: z.uuid().nullable(),
  /** For a sync of one engine: the version that the new one is based on. */
  baseVersionId: z.uuid().nullable(),
  publish: z.boolean(),
  releaseNote: z.string().nullable(),
  correlationId: z.string(),
  actorId: z.uuid().nullable(),
  actorName: z.string(),
  groups: z.array(z.string()),
})

type Context = JobContext<z.output<typeof syncRequest>>

interface Ended {
  readonly state: SyncState
  readonly outcome: SyncOutcome
}

const noOutcome: SyncOutcome = {
  baseRevision: null,
  revision: null,
  versionId: null,
  published: false,
  notPublished: null,
  failure: null,
  effect: null,
  parity: null,
}

/**
 * Updates engines one after the other. The outcome of each is stored at once, and the upload of a new version before it
 * is built: a job that was killed continues where it stopped and creates no version twice.
 */
export const syncDownStream = defineJob({
  type: 'SyncDownstream',
  schema: syncRequest,
  run: async (context) => {
    const { jobId, tenantId, services, signal, progress, log } = context
    const engines = await services.db.inTenant(tenantId, (tx) => listSyncEngines(tx, jobId))
    for (const [index, engine] of engines.entries()) {
      if (engine.state !== 'Waiting') continue
      progress((index / engines.length) * 100, engine.serviceName)
      signal.throwIfAborted()
      const ended = await bringUpToDate(context, engine).catch((error: unknown): Ended => {
        if (signal.aborted) throw error
        if (!(error instanceof CallError))
          log.error({ err: error, engineId: engine.engineId }, 'An engine could not be synced')
        const failure =
          error instanceof CallError ? error.message : 'Something went wrong on the server. It has been logged.'
        return { state: 'Failed', outcome: { ...noOutcome, failure } }
      })
      await services.db.inTenant(tenantId, async (tx) => {
        await endSyncEngine(tx, jobId, engine.engineId, ended)
        await services.events.publish(tx, { type: 'engine.changed', id: engine.engineId })
      })
    }
    const { engines: _engines, ...counts } = await services.db.inTenant(tenantId, (tx) =>
      reportOf(tx, jobId, context.data),
    )
    return counts
  },
})

async function bringUpToDate(context: Context, engine: StoredSyncEngine): Promise<Ended> {
  const { tenantId, services, jobId, data } = context
  const found = await services.db.inTenant(tenantId, async (tx) => {
    const base = await baseVersion(tx, engine.engineId, data.baseVersionId)
    const references = await listEngineReferences(tx, base.uploadId, base)
    const newest = (await listVersions(tx, engine.engineId, { withArchived: false }))[0]
    return { base, newest, outdated: references.filter((reference) => isOutdated(reference, data.documentId)) }
  })
  const { base, newest, outdated } = found
  if (engine.uploadId === null) {
    const isDone =
      newest !== undefined && newest.id !== base.id && !newest.referenceUpdateRequired && data.baseVersionId === null
    if (outdated.length === 0 || isDone) {
      return { state: 'UpToDate', outcome: { ...noOutcome, baseRevision: isDone ? newest.revision : base.revision } }
    }
    await writeWorkbook(context, engine, base, outdated)
  }
  const written = await services.db.inTenant(tenantId, async (tx) => {
    const current = (await listSyncEngines(tx, jobId)).find(({ engineId }) => engineId === engine.engineId)
    const upload = current?.uploadId == null ? undefined : await findUpload(tx, current.uploadId)
    if (current?.outcome == null || upload === undefined) throw new Error('The workbook of a sync is gone')
    return { upload, outcome: current.outcome }
  })
  return makeVersion(context, base, written)
}

async function baseVersion(tx: TenantTransaction, engineId: string, versionId: string | null): Promise<StoredVersion> {
  const versions = await listVersions(tx, engineId, { withArchived: false })
  const now = new Date().toISOString()
  const running = versions.find(
    ({ state, effectiveStartDate, effectiveEndDate }) =>
      state === 'Active' && effectiveStartDate <= now && now <= effectiveEndDate,
  )
  const base = versionId === null ? (running ?? versions[0]) : await findVersion(tx, engineId, versionId)
  if (base === undefined) throw new CallError('ENGINE_VERSION_NOT_FOUND', 'The engine has no version to start from')
  return base
}

function isOutdated({ documentId, referenceUpdateRequired }: StoredEngineReference, only: string | null): boolean {
  return referenceUpdateRequired && (only === null || only === documentId)
}

/** Stores the workbook with the new tables, as an upload that the sync remembers. */
async function writeWorkbook(
  { tenantId, userId, services, jobId, signal }: Context,
  { engineId, productId, serviceName }: StoredSyncEngine,
  base: StoredVersion,
  outdated: readonly StoredEngineReference[],
): Promise<void> {
  const tables = outdated.flatMap(({ name, masterHash }) => (masterHash === null ? [] : [{ name, hash: masterHash }]))
  await replaceInEngine(services, { tenantId, version: base, tables, signal }, async (effect, work) => {
    const { hash: fileHash, size: fileSize } = await work.keepWritten()
    await services.db.inTenant(tenantId, async (tx) => {
      const file = { fileName: base.fileName, fileHash, fileSize, marks: base.marks, iteration: base.iteration }
      const { id: uploadId } = await insertUpload(tx, { productId, serviceName, uploadedBy: userId, ...file })
      const outcome = { ...noOutcome, baseRevision: base.revision, effect }
      const isFirst = await noteSyncUpload(tx, { jobId, engineId, uploadId, outcome })
      if (!isFirst) throw new Error('Another worker has taken over this sync')
    })
  })
}

async function makeVersion(
  { tenantId, jobId, services, data, signal }: Context,
  base: StoredVersion,
  { upload, outcome }: { upload: NonNullable<Awaited<ReturnType<typeof findUpload>>>; outcome: SyncOutcome },
): Promise<Ended> {
  const { correlationId, actorId, actorName, groups, publish } = data
  const ranges = outcome.effect?.ranges.map(({ name }) => name).join(', ') ?? ''
  const releaseNote = data.releaseNote ?? `Tables replaced from master data: ${ranges}`
  const engineType = await services.db.inTenant(tenantId, (tx) => engineTypeOf(tx, upload))
  const result = await versionOfUpload(services, {
    tenantId,
    jobId,
    productId: upload.productId,
    fileHash: upload.fileHash,
    fileName: upload.fileName,
    engineType,
    marks: base.marks === null ? {} : { given: plainMarks(base.marks) },
    iteration: base.iteration,
    inherited: { properties: base.properties, portNames: base.portNames },
    signal,
    onProgress: () => undefined,
    data: {
      Name: upload.serviceName,
      uploadId: upload.id,
      correlationId,
      actorId,
      actorName,
      groups,
      asked: {
        releaseNote,
        versionUpgrade: 'patch',
        effectiveStartDate: base.effectiveStartDate,
        effectiveEndDate: base.effectiveEndDate,
        publish,
        // New tables are expected to change results; other failed checks still prevent publishing.
        ...(publish ? { acknowledge: { codes: ['RESULTS_CHANGE'], reason: releaseNote } } : {}),
      },
    },
  })
  const { verdict, compared, equal, different } = result.parity
  const obstacle = result.warnings.find(({ key }) => key === 'NOT_PUBLISHED')?.value ?? null
  return {
    state: 'Synced',
    outcome: {
      ...outcome,
      revision: result.bookSummary.revision,
      versionId: result.versionId,
      published: result.state === 'Active',
      notPublished: publish ? obstacle : null,
      parity: { verdict, compared, equal, different },
    },
  }
}
