import type { BodyOf } from '@sheetwright/contract/call.ts'
import { updateEngine } from '@sheetwright/contract/engines/update-engine.ts'
import type { EngineInterface, EnginePort } from '@sheetwright/contract/engines/interface.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import type { PortNames } from './engine-version.store.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { latestRequest, readRules } from '../test-beds/publish-gate.store.ts'
import { readBuild } from './engine-build.store.ts'
import { effectiveRange } from './effective-dates.ts'
import { noteEngineChange } from './engine-audit.ts'
import { actorOf } from '../../platform/audit/audit.store.ts'
import { assertTypeRuns } from './engine-type-runs.ts'
import { currentVersion, engineDetail } from './engine-detail.ts'
import { requireEngine, requireVersion } from './engine.access.ts'
import { type EngineChanges, type StoredEngine, updateEngine as storeEngine } from './engine.store.ts'
import { listVersions, type StoredVersion, updateVersion, type VersionChanges } from './engine-version.store.ts'

type Asked = BodyOf<typeof updateEngine>

export const updateEngineHandler = handle(
  updateEngine,
  ({ caller, params, body, services: { db, files, events, office }, correlationId }) =>
    db.inTenant(caller.tenantId, async (tx) => {
      const engine = await requireEngine(tx, caller, params, 'write')
      const version = await (body.Version === undefined
        ? currentVersion(tx, engine)
        : requireVersion(tx, engine, body.Version))
      const { publicInterface } = await readBuild(files, caller.tenantId, version.buildHash)
      const ofVersion = versionChanges(body, version, publicInterface)
      if (touchesDraft(body)) await assertNotUnderReview(tx, engine, version)
      const ofEngine = engineChanges(body, engine)
      if (ofEngine.engineType !== engine.engineType) assertTypeRuns(office, ofEngine.engineType)
      if (computesOtherwise(engine, ofEngine)) await assertNotApproved(tx, engine)
      await updateVersion(tx, version.id, ofVersion)
      await storeEngine(tx, engine.id, ofEngine)

      const changed = await requireEngine(tx, caller, params, 'write')
      const detail = await engineDetail(tx, files, changed, await requireVersion(tx, changed, version.id))
      await noteEngineChange(tx, events, actorOf(caller, correlationId), {
        action: 'engine.update',
        engine,
        before: audited(engine, version),
        after: audited(changed, await requireVersion(tx, changed, version.id)),
      })
      return detail
    }),
)

function versionChanges(asked: Asked, version: StoredVersion, ports: EngineInterface): VersionChanges {
  const { BookProperties, XlInputs, XlOutputs, releaseNote } = asked
  if (touchesDraft(asked) && version.state !== 'Draft') {
    throw new CallError(
      'CONFLICT',
      `Version ${version.revision} is published: callers rely on its names and properties. They can be changed in drafts only.`,
    )
  }
  const current = {
    effectiveStart: new Date(version.effectiveStartDate),
    effectiveEnd: new Date(version.effectiveEndDate),
  }
  return {
    ...effectiveRange(asked, current),
    ...(releaseNote === undefined ? {} : { releaseNote }),
    ...(BookProperties === undefined ? {} : { properties: withoutServiceName(BookProperties) }),
    portNames: {
      inputs: XlInputs === undefined ? (version.portNames.inputs ?? {}) : renames('XlInputs', XlInputs, ports.inputs),
      outputs:
        XlOutputs === undefined ? (version.portNames.outputs ?? {}) : renames('XlOutputs', XlOutputs, ports.outputs),
    },
  }
}

/** Whether anything is changed that only drafts may change. */
function touchesDraft({ BookProperties, XlInputs, XlOutputs }: Asked): boolean {
  return [BookProperties, XlInputs, XlOutputs].some((part) => part !== undefined)
}

function computesOtherwise(before: StoredEngine, after: EngineChanges): boolean {
  return after.engineType !== before.engineType || after.connectorUrl !== before.connectorUrl
}

/** Where a second person approves what callers get, nobody changes alone what computes it. */
async function assertNotApproved(tx: TenantTransaction, engine: StoredEngine): Promise<void> {
  const { fourEyes } = await readRules(tx, engine.productId)
  if (!fourEyes) return
  // Locks the engine, so that nothing is published meanwhile.
  await storeEngine(tx, engine.id)
  for (const version of await listVersions(tx, engine.id, { withArchived: true })) {
    if (version.publishedAt === null && !(await isUnderReview(tx, version.id))) continue
    throw new CallError(
      'CONFLICT',
      `Version ${version.revision} was published or is under review, and this product requires the approval of another person: type and connector of the engine stay. Upload the workbook as a new engine and request its publication, or ask a supervisor to change the rules of the product.`,
    )
  }
}

async function isUnderReview(tx: TenantTransaction, versionId: string): Promise<boolean> {
  const request = await latestRequest(tx, versionId, '')
  return request !== undefined && request.state !== 'rejected'
}

/** What a second person approved must be what is published. */
async function assertNotUnderReview(
  tx: TenantTransaction,
  { productId }: StoredEngine,
  { id, revision }: StoredVersion,
): Promise<void> {
  const { fourEyes } = await readRules(tx, productId)
  if (!fourEyes || !(await isUnderReview(tx, id))) return
  throw new CallError(
    'CONFLICT',
    `Publishing version ${revision} was requested: its names and properties stay as they are reviewed. They can be changed after a rejection, or in a new draft.`,
  )
}

/** The service name is no property of a version. */
function withoutServiceName(properties: NonNullable<Asked['BookProperties']>) {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => name.toLowerCase() !== 'servicename'))
}

function renames(
  field: string,
  asked: NonNullable<Asked['XlInputs']>,
  ports: readonly EnginePort[],
): NonNullable<PortNames['inputs']> {
  const originals = new Map(ports.map(({ originalName }) => [originalName.toLowerCase(), originalName]))
  const given: Record<string, { name: string; description: string }> = {}
  asked.forEach(({ originalName, newName, description }, i) => {
    const original = originals.get(originalName.toLowerCase())
    if (original === undefined) {
      throw new CallError('INVALID_INPUT', `The workbook has no "${originalName}"`, [
        {
          field: `body.${field}.${i}.originalName`,
          message: 'is not in the workbook',
          allowed: [...originals.values()].join(', '),
        },
      ])
    }
    given[original] = { name: newName, description }
  })
  const names = ports.map(({ originalName }) => (given[originalName]?.name ?? originalName).toLowerCase())
  const twice = names.find((name, i) => names.indexOf(name) !== i)
  if (twice !== undefined) {
    throw new CallError('INVALID_INPUT', `Two of them would be called "${twice}"`, [
      { field: `body.${field}`, message: `"${twice}" is taken twice` },
    ])
  }
  return given
}

function engineChanges(asked: Asked, engine: StoredEngine): EngineChanges {
  const engineType = asked.engineType ?? engine.engineType
  const connectorUrl = engineType === 'Type4' ? (asked.connectorUrl ?? engine.connectorUrl) : null
  if (engineType === 'Type4' && connectorUrl === null) {
    throw new CallError('INVALID_INPUT', 'A connector needs the address that it forwards to', [
      { field: 'body.connectorUrl', message: 'is missing', allowed: 'an address that begins with http:// or https://' },
    ])
  }
  return {
    engineType,
    connectorUrl,
    ...(asked.isPublic === undefined ? {} : { isPublic: asked.isPublic }),
    ...(asked.mayLeave === undefined ? {} : { mayLeave: asked.mayLeave }),
    ...(asked.forAssistants === undefined ? {} : { forAssistants: asked.forAssistants }),
  }
}

function audited(engine: StoredEngine, version: StoredVersion) {
  const { engineType, connectorUrl, isPublic, mayLeave, forAssistants } = engine
  const { revision, effectiveStartDate, effectiveEndDate, releaseNote, properties, portNames } = version
  const ofVersion = { revision, effectiveStartDate, effectiveEndDate, releaseNote, properties, portNames }
  return { engineType, connectorUrl, isPublic, mayLeave, forAssistants, ...ofVersion }
}
