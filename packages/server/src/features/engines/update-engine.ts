import { unknownLocale, unknownTimeZone } from '@sheetwright/compiler/interface.ts'
import type { BodyOf } from '@sheetwright/contract/call.ts'
import { updateEngine } from '@sheetwright/contract/engines/update-engine.ts'
import type { EngineInterface, EnginePort } from '@sheetwright/contract/engines/interface.ts'
import type { PortNames } from './engine-version.store.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { readBuild } from './engine-build.store.ts'
import { type EffectiveRange, effectiveRange } from './effective-dates.ts'
import { noteEngineChange } from './engine-audit.ts'
import { actorOf } from '../../platform/audit/audit.store.ts'
import { assertTypeRuns } from './engine-type-runs.ts'
import { currentVersion, engineDetail } from './engine-detail.ts'
import { requireEngine, requireVersion } from './engine.access.ts'
import { type EngineChanges, type StoredEngine, updateEngine as storeEngine } from './engine.store.ts'
import { requireNewTests, type StoredVersion, updateVersion, type VersionChanges } from './engine-version.store.ts'
import { assertNotUnderReview, assertSameComputation, assertSameDates, isSameComputation } from './four-eyes.ts'

type Asked = BodyOf<typeof updateEngine>

export const updateEngineHandler = handle(
  updateEngine,
  ({ caller, params, body, services: { db, files, events, office }, correlationId }) =>
    db.inTenant(caller.tenantId, async (tx) => {
      const { id } = await requireEngine(tx, caller, params, 'write')
      // Locks the engine, so that it and the version are still what they are read as when they change.
      await storeEngine(tx, id)
      const engine = await requireEngine(tx, caller, params, 'write')
      const version = await (body.Version === undefined
        ? currentVersion(tx, engine)
        : requireVersion(tx, engine, body.Version))
      const { publicInterface } = await readBuild(files, caller.tenantId, version.buildHash)
      const ofVersion = versionChanges(body, version, publicInterface)
      if (touchesDraft(body)) await assertNotUnderReview(tx, engine, version)
      await assertSameDates(tx, engine, version, ofVersion)
      const ofEngine = engineChanges(body, engine)
      if (ofEngine.engineType !== engine.engineType) assertTypeRuns(office, ofEngine.engineType)
      await assertSameComputation(tx, engine, ofEngine)
      if (touchesDraft(body)) await requireNewTests(tx, id, version.id)
      if (!isSameComputation(engine, ofEngine)) await requireNewTests(tx, id)
      await updateVersion(tx, version.id, ofVersion)
      await storeEngine(tx, id, ofEngine)

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

function versionChanges(asked: Asked, version: StoredVersion, ports: EngineInterface): VersionChanges & EffectiveRange {
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
    ...(BookProperties === undefined ? {} : { properties: checkedProperties(BookProperties, version, ports) }),
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

/** Without the service name, which is no property of a version. What the workbook says itself is not refused. */
function checkedProperties(
  asked: NonNullable<Asked['BookProperties']>,
  version: StoredVersion,
  { properties: ofWorkbook }: EngineInterface,
) {
  const present = { ...ofWorkbook, ...version.properties }
  const changed = Object.entries(asked).filter(([name, value]) => String(value) !== String(present[name]))
  for (const property of changed) {
    const [locale, timeZone] = [unknownLocale(new Map([property])), unknownTimeZone(new Map([property]))]
    if (locale !== undefined) {
      const allowed = 'a language and a country, such as en-US, de-DE or ja-JP'
      throw refusedProperty(property[0], `"${locale}" is no known locale: give ${allowed}`, allowed)
    }
    if (timeZone !== undefined) {
      const allowed = 'a time zone such as Asia/Tokyo or Europe/Berlin'
      throw refusedProperty(property[0], `"${timeZone}" is no time zone: give ${allowed}`, allowed)
    }
  }
  return Object.fromEntries(Object.entries(asked).filter(([name]) => name.toLowerCase() !== 'servicename'))
}

function refusedProperty(property: string, message: string, allowed: string): CallError {
  return new CallError('INVALID_INPUT', message, [{ field: `body.BookProperties.${property}`, message, allowed }])
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

function engineChanges(
  asked: Asked,
  engine: StoredEngine,
): EngineChanges & Pick<StoredEngine, 'engineType' | 'connectorUrl'> {
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
