import type { EngineDetail, EngineFlag } from '@sheetwright/contract/engines/engine-detail.ts'
import type { EngineReference } from '@sheetwright/contract/master-references/engine-reference.ts'
import type { EngineInterface, EnginePort } from '@sheetwright/contract/engines/interface.ts'
import { withDefinition } from '@sheetwright/contract/master-api/master-api-definition.ts'
import { findProxyRuleOf } from '../execution/proxy-rule.store.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import type { Files } from '../../platform/files/files.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { publishedFields } from '../master-api/master-api.store.ts'
import { listEngineReferences, shownReference } from '../master-references/engine-reference.store.ts'
import { readyPackage } from '../sdk/engine-package.store.ts'
import { readBuild, renamedInterface } from './engine-build.store.ts'
import { maySee } from './engine.access.ts'
import type { StoredEngine } from './engine.store.ts'
import { listVersions, type StoredVersion } from './engine-version.store.ts'

/** The version used if a call names none: the running one, else the newest that the caller sees. */
export async function currentVersion(tx: TenantTransaction, engine: StoredEngine): Promise<StoredVersion> {
  const { version } = engine
  if (version !== null && maySee(engine, version)) return version
  const versions = await listVersions(tx, engine.id, { withArchived: false })
  const seen = versions.find((each) => maySee(engine, each))
  if (seen !== undefined) return seen
  throw new CallError('ENGINE_VERSION_NOT_FOUND', 'The engine has no version that is published')
}

/** An engine as it is shown with one of its versions. */
export async function engineDetail(
  tx: TenantTransaction,
  files: Files,
  engine: StoredEngine,
  version: StoredVersion,
): Promise<EngineDetail> {
  const build = await readBuild(files, tx.tenantId, version.buildHash)
  const renamed = renamedInterface(build.publicInterface, version.portNames)
  const shown = withDefinition(await publishedFields(tx, engine.productId), renamed)
  const references = (await listEngineReferences(tx, version.uploadId, version)).map(shownReference)
  const { sheets, formulaCells, cellsWithData, timings, evalMicros, compilerVersion } = build
  return {
    ...engine,
    version,
    revision: version.revision,
    effectiveStartDate: version.effectiveStartDate,
    effectiveEndDate: version.effectiveEndDate,
    engineHash: version.fileHash,
    properties: { ...build.publicInterface.properties, ...version.properties },
    inputs: shown.inputs.map(named),
    outputs: shown.outputs.map(named),
    serviceCategories: shown.subservices.map(({ name }) => name),
    bookSummary: {
      bookRevision: version.revision,
      versionId: version.id,
      bookReleaseDate: version.publishedAt ?? version.createdAt,
      bookDescription: version.releaseNote,
    },
    interface: shown,
    build: { sheets, formulaCells, cellsWithData, ...timings, evalMicros, compilerVersion },
    verdict: build.parity.verdict,
    savedBy: build.parity.savedBy,
    flags: [
      ...flagsOfVersions(await listVersions(tx, engine.id, { withArchived: false })),
      ...flagsOfRules(shown),
      ...references.flatMap(flagsOfReference),
    ],
    hasProxyUrl: (await findProxyRuleOf(tx, engine.id)) !== undefined,
    isJsSheetEngineGenerated: (await readyPackage(tx, version.id, 'jssheet')) !== undefined,
    referenceList: references.map(({ name }) => name),
    referenceRangeMetadatas: references,
  }
}

/** A table is also a rule set: its master must be published and in effect, and no row may lack a value. */
function flagsOfReference({ name, flags }: EngineReference): EngineFlag[] {
  const codes = new Set(
    flags.map((flag) => {
      if (flag === 'VALUES_MISSING') return 'REFERENCE_WITHOUT_VALUE' as const
      return flag === 'OUTSIDE_EFFECTIVE_DATES' ? ('REFERENCE_NOT_IN_EFFECT' as const) : ('REFERENCE_INACTIVE' as const)
    }),
  )
  return [...codes].map((code) => ({ code, name }))
}

function named({ name, originalName, description }: EnginePort) {
  return { name, originalName, description }
}

/** A rule set is a version: one must be active and in effect today. */
function flagsOfVersions(versions: readonly StoredVersion[]): EngineFlag[] {
  const active = versions.filter(({ state }) => state === 'Active')
  const [newest] = versions
  if (newest === undefined) return []
  const [latest] = active
  if (latest === undefined) return [{ code: 'RULE_SET_INACTIVE', name: newest.revision }]
  const now = new Date().toISOString()
  const inEffect = active.some((each) => each.effectiveStartDate <= now && now <= each.effectiveEndDate)
  return inEffect ? [] : [{ code: 'RULE_SET_NOT_IN_EFFECT', name: latest.revision }]
}

/** Input validations that cannot be applied: lists that have no choices, whatever the other inputs are. */
function flagsOfRules({ inputs, subservices }: EngineInterface): EngineFlag[] {
  const all = [...inputs, ...subservices.flatMap(({ inputs: own }) => own)]
  return all
    .filter(({ validation: rule }) => rule?.type === 'list' && rule.dependsOn.length === 0 && !rule.options?.length)
    .map(({ name }) => ({ code: 'RULE_WITHOUT_VALUE', name }))
}
