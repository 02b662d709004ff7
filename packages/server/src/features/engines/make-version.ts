import type { PublishCheck } from '@sheetwright/contract/engines/publish-checks.ts'
import { bumped } from '@sheetwright/contract/engines/revision.ts'
import type { EngineUploadResult } from '@sheetwright/contract/engines/upload-result.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import type { Services } from '../../services.ts'
import {
  compareReferences,
  insertEngineReferences,
  type NewEngineReference,
} from '../master-references/engine-reference.store.ts'
import { tellGateFailed } from '../webhooks/webhook.store.ts'
import { requireBelowMaximum } from '../user-groups/user-group.access.ts'
import type { buildUpload } from './build/build-upload.ts'
import { readBuild } from './engine-build.store.ts'
import type { CompileRequest } from './compile-request.ts'
import { effectiveRange } from './effective-dates.ts'
import { noteEngineChange } from './engine-audit.ts'
import { countEngines, engineIdOf, engineTypeOf, insertEngine, lockEngineName, updateEngine } from './engine.store.ts'
import { findUpload, markBuilt, type StoredUpload } from './engine-upload.store.ts'
import {
  findVersion,
  findVersionOfUpload,
  insertVersion,
  listVersions,
  type NewVersion,
  requireNewTests,
  updateVersion,
} from './engine-version.store.ts'
import { assertSameComputation } from './four-eyes.ts'
import { acknowledged } from './publish-version.ts'
import { publishGate } from '../test-beds/publish-gate.store.ts'
import { inUseBeside, runChecks, unacknowledged } from './publish-checks.ts'
import { proposeRevision } from './propose-revision.ts'
import { programFault } from './program-fault.ts'
import { proveFurther } from './prove-engine.job.ts'
import { uploadResult } from './upload-result.ts'

type Built = Extract<Awaited<ReturnType<typeof buildUpload>>, { kind: 'built' }>

interface Making {
  readonly tenantId: string
  readonly jobId: string
  readonly data: CompileRequest
  readonly built: Built
  /** The masters that the workbook's Xref_ ranges are bound to. */
  readonly references: readonly NewEngineReference[]
  /** Where the interface deviates from the product's master API definition. */
  readonly definitionWarnings?: readonly { readonly key: string; readonly value: string }[]
  /** Fields taken over from the version it was made from. */
  readonly inherited?: Pick<NewVersion, 'properties' | 'portNames'>
}

/** Creates the next version of an engine from a build, and the engine if there is none. */
export function makeVersion(services: Services, making: Making): Promise<EngineUploadResult> {
  const { tenantId, jobId, data, built } = making
  const { asked } = data
  const { db, files, events } = services
  return db.inTenant(tenantId, async (tx) => {
    const upload = await existingUpload(tx, data.uploadId)
    await lockEngineName(tx, upload.productId, upload.serviceName)
    const engineId = await engineIdOf(tx, upload.productId, upload.serviceName)
    const isNewEngine = engineId === undefined
    const id = engineId ?? (await newEngine(tx, upload, data))

    await updateEngine(tx, id)
    const { engineType } = asked
    const before = { id, productId: upload.productId, engineType: await engineTypeOf(tx, upload), connectorUrl: null }
    if (engineType !== undefined && engineType !== before.engineType) {
      // It is the type of all versions of the engine.
      await assertSameComputation(tx, before, { engineType, connectorUrl: null })
      await requireNewTests(tx, id)
      await updateEngine(tx, id, { engineType })
    }
    const versions = await listVersions(tx, id, { withArchived: true })
    const made = await findVersionOfUpload(tx, upload.id)
    const others = versions.filter((version) => version.id !== made?.id)
    const previous = others.find(({ state }) => state === 'Active') ?? others[0]
    const earlier = previous && {
      revision: previous.revision,
      build: await readBuild(files, tenantId, previous.buildHash),
    }
    const highest = others[0]?.revision
    const proposal = proposeRevision(earlier, built.build, highest)
    const { versionUpgrade } = asked
    const revision =
      versionUpgrade === undefined || highest === undefined ? proposal.revision : bumped(highest, versionUpgrade)
    const blockedBecause = programFault(built.build.parity.program.differences)
    await markBuilt(tx, upload.id, { ...built, marks: built.build.marks, lintScore: built.build.lintScore ?? null })
    await insertEngineReferences(tx, upload.id, making.references)
    const author = { id, serviceName: upload.serviceName, userId: upload.uploadedBy }
    const { runs } = built.build.parity.program
    if (made === undefined && blockedBecause === null)
      await proveFurther(tx, services, author, { uploadId: upload.id, runs })
    // A job that runs again after its process died finds the version from its first run.
    const versionId =
      made?.id ??
      (await insertVersion(tx, {
        ...(data.versionId === undefined ? {} : { id: data.versionId }),
        engineId: id,
        uploadId: upload.id,
        revision,
        releaseNote: asked.releaseNote,
        ...effectiveRange(asked, { effectiveStart: upload.uploadedAt }),
        blockedBecause,
        createdBy: upload.uploadedBy,
        ...making.inherited,
      }))
    const found = runChecks({
      version: { revision, blockedBecause, properties: making.inherited?.properties ?? {} },
      build: built.build,
      inUse: await inUseBeside(tx, files, id, versionId),
      gate: await publishGate(tx, id, versionId),
    })
    const obstacle = asked.publish ? obstacleTo(others.length > 0, asked, found) : undefined
    if (asked.publish && obstacle === undefined) {
      await updateVersion(tx, versionId, { state: 'Active', publishedBy: upload.uploadedBy })
    }
    if (obstacle !== undefined) await tellGateFailed(tx, { engineId: id, versionId, message: obstacle.value })

    const version = await findVersion(tx, id, versionId)
    if (version === undefined) throw new Error('The version that was made is gone')
    const { productId, serviceName } = upload
    const actor = { userId: data.actorId, name: data.actorName, correlationId: data.correlationId }
    const engine = { id, serviceName, productId }
    await noteEngineChange(tx, events, actor, {
      action: 'engine.upload',
      engine,
      before: null,
      after: { revision: version.revision, state: 'Draft', file: upload.fileName, hash: upload.fileHash },
    })
    if (version.state === 'Active') {
      await noteEngineChange(tx, events, actor, {
        action: 'engine.publish',
        engine,
        before: { revision: version.revision, state: 'Draft' },
        after: {
          revision: version.revision,
          state: version.state,
          releaseNote: version.releaseNote,
          ...acknowledged(found, asked.acknowledge),
        },
      })
    }
    const { build, programSize } = built
    const references = await compareReferences(tx, upload.id, version)
    const about = { upload, version, build, programSize, jobId, proposal, isNewEngine, references }
    const { definitionWarnings = [] } = making
    return uploadResult({ ...about, notPublished: obstacle, definitionWarnings })
  })
}

async function existingUpload(tx: TenantTransaction, id: string): Promise<StoredUpload> {
  const upload = await findUpload(tx, id)
  if (upload === undefined) throw new Error('The upload is gone')
  return upload
}

async function newEngine(
  tx: TenantTransaction,
  upload: StoredUpload,
  { groups, asked }: CompileRequest,
): Promise<string> {
  const { productId, serviceName, uploadedBy } = upload
  const count = () => countEngines(tx, productId)
  await requireBelowMaximum(tx, { groups }, { module: 'ProductEngine', rule: 'NoOfEngine', within: productId, count })
  const engineType = asked.engineType ?? 'Type1'
  return insertEngine(tx, { productId, serviceName, ownerId: uploadedBy, engineType, connectorUrl: null })
}

function obstacleTo(
  hasEarlierVersions: boolean,
  { releaseNote, acknowledge }: CompileRequest['asked'],
  found: readonly PublishCheck[],
): { key: string; value: string } | undefined {
  // Only the call that publishes a version knows whether the caller is a supervisor.
  const codes = acknowledge?.codes.filter((code) => code !== 'TESTS_FAIL') ?? []
  const open = unacknowledged(found, codes)
  if (open.length > 0) {
    const failed = open.map(({ code, message }) => `${message} (${code})`).join('; ')
    return { key: 'NOT_PUBLISHED', value: `The version fails checks: ${failed}` }
  }
  if (hasEarlierVersions && releaseNote === '') {
    return { key: 'NOT_PUBLISHED', value: 'A later version is published with a release note, and none was given' }
  }
  return undefined
}
