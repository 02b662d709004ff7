import {
  type Acknowledgement,
  type PublishCheck,
  type PublishCheckCode,
  publishCheckCodes,
  shownCheckFindings,
} from '@sheetwright/contract/engines/publish-checks.ts'
import type { BumpReason } from '@sheetwright/contract/engines/upload-result.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import type { Files } from '../../platform/files/files.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { EngineBuild } from './build/engine-build.ts'
import { readBuild, renamedInterface, type StoredBuild, unprovenLocale } from './engine-build.store.ts'
import { listVersions, type StoredVersion } from './engine-version.store.ts'
import { failingOutputs } from './failing-outputs.ts'
import { type PublishGate, publishGate } from '../test-beds/publish-gate.store.ts'
import { brokenPorts, changedResults, type Compared } from './propose-revision.ts'

/** The data that the checks use. */
export interface Publishing {
  readonly version: Pick<StoredVersion, 'revision' | 'blockedBecause' | 'properties'>
  readonly build: Pick<EngineBuild, 'parity' | 'defaultsResults' | 'failedOutputs' | 'publicInterface'>
  /** The version that callers use now; undefined if there is none. */
  readonly inUse: (Compared & { readonly revision: string }) | undefined
  /** The product's requirements, besides the checks of every version. */
  readonly gate: PublishGate
}

type Finding = PublishCheck['findings'][number]

interface Found {
  readonly outcome: PublishCheck['outcome']
  readonly message: string
  readonly facts?: PublishCheck['facts']
  readonly findings?: readonly Finding[]
  /** Set if there are more than the listed findings. */
  readonly count?: number
}

/** Every check. A new one gets its code in the contract and its function here. */
const checks: Readonly<Record<PublishCheckCode, (publishing: Publishing) => Found>> = {
  PROGRAM_DIFFERS: ({ version: { blockedBecause } }) =>
    blockedBecause === null
      ? { outcome: 'passed', message: 'The compiled program gives the same results as the reference evaluator' }
      : { outcome: 'blocked', message: blockedBecause, count: 1 },

  PROOF_DIFFERS: ({ build: { parity } }) => {
    const { compared, different, differences } = parity
    const facts = { compared }
    if (different === 0) {
      return { outcome: 'passed', message: `All ${compared} compared cells equal the values saved in the file`, facts }
    }
    return {
      outcome: 'failed',
      message: `${different} of ${compared} compared cells differ from the values saved in the file`,
      facts,
      count: different,
      findings: differences.map(({ cell, excel, ours }) => ({
        name: cell,
        before: excel === null ? null : String(excel),
        after: ours === null ? null : String(ours),
      })),
    }
  },

  PROOF_MISSING: ({ build: { parity } }) =>
    parity.verdict === 'not proven'
      ? { outcome: 'failed', message: 'The file holds no saved values to compare with', count: 1 }
      : { outcome: 'passed', message: 'The file holds saved values to compare with' },

  PROOF_LOCALE: ({ version: { properties }, build }) => {
    const unproven = unprovenLocale(build, properties)
    if (unproven === undefined) {
      return { outcome: 'passed', message: 'The cells were compared in the regional settings of this version' }
    }
    const { proven, computing } = unproven
    return {
      outcome: 'failed',
      message: `The cells were compared in the regional settings ${proven}, but this version computes in ${computing}: give the workbook the property "locale" and upload it again`,
      facts: { proven, computing },
      count: 1,
    }
  },

  OUTPUTS_FAIL: ({ build }) => {
    const failing = failingOutputs(build)
    const total = Object.keys(build.defaultsResults).length
    if (failing.length === 0) return { outcome: 'passed', message: 'Every output has a result on the defaults' }
    return {
      outcome: 'failed',
      message: `${failing.length} of ${total} outputs give an error on the defaults`,
      facts: { total },
      findings: failing.map(({ name, message }) => ({ name, before: null, after: message })),
    }
  },

  INTERFACE_BREAKS: ({ build, inUse }) =>
    comparison(
      inUse?.revision,
      inUse === undefined ? [] : brokenPorts(inUse, build),
      (revision) => `Callers of version ${revision} can call this one as they do now`,
      (count, revision) => `${count} inputs or outputs of version ${revision} are gone or have another type`,
    ),

  RESULTS_CHANGE: ({ build, inUse }) =>
    comparison(
      inUse?.revision,
      inUse === undefined ? [] : changedResults(inUse, build),
      (revision) => `The results on the defaults are those of version ${revision}`,
      (count, revision) => `${count} outputs give other results on the defaults than version ${revision}`,
    ),

  TESTS_FAIL: ({ gate: { tests } }) => {
    const open = tests.filter(({ wrong }) => wrong !== 0)
    const facts = { total: tests.length }
    if (open.length === 0) return { outcome: 'passed', message: `All ${tests.length} required test beds pass`, facts }
    return {
      outcome: 'failed',
      message: `${open.length} of ${tests.length} required test beds do not pass`,
      facts,
      findings: open.map(({ name, wrong }) => ({
        name,
        before: null,
        after: wrong === null ? 'not run on this version as it is now' : `${wrong} of its cases fail`,
      })),
    }
  },

  NOT_APPROVED: ({ gate: { needsApproval } }) =>
    needsApproval
      ? { outcome: 'blocked', message: 'Another person has to approve this version', count: 1 }
      : { outcome: 'passed', message: 'No approval is missing' },
}

function comparison(
  revision: string | undefined,
  changes: readonly BumpReason[],
  same: (revision: string) => string,
  different: (count: number, revision: string) => string,
): Found {
  if (revision === undefined) return { outcome: 'passed', message: 'No version is in use to compare with' }
  if (changes.length === 0) return { outcome: 'passed', message: same(revision), facts: { revision } }
  return {
    outcome: 'failed',
    message: different(changes.length, revision),
    facts: { revision },
    findings: changes.map(({ name, before, after }) => ({ name: name ?? '', before, after })),
  }
}

/** The result of every check, in the order of the contract. */
export function runChecks(publishing: Publishing): PublishCheck[] {
  return publishCheckCodes.map((code) => {
    const { outcome, message, facts = {}, findings = [], count } = checks[code](publishing)
    return {
      code,
      outcome,
      message,
      facts,
      count: count ?? findings.length,
      findings: findings.slice(0, shownCheckFindings),
    }
  })
}

/** The checks of a stored version. */
export async function checksOf(tx: TenantTransaction, files: Files, version: StoredVersion): Promise<PublishCheck[]> {
  const build = shownBuild(version, await readBuild(files, tx.tenantId, version.buildHash))
  const inUse = await inUseBeside(tx, files, version.engineId, version.id)
  return runChecks({ version, build, inUse, gate: await publishGate(tx, version.engineId, version.id) })
}

/** The highest active version of an engine, apart from the one to be published. */
export async function inUseBeside(
  tx: TenantTransaction,
  files: Files,
  engineId: string,
  versionId: string | undefined,
): Promise<Publishing['inUse']> {
  const versions = await listVersions(tx, engineId, { withArchived: false })
  const active = versions.find(({ id, state }) => id !== versionId && state === 'Active')
  if (active === undefined) return undefined
  return { ...shownBuild(active, await readBuild(files, tx.tenantId, active.buildHash)), revision: active.revision }
}

/** A build with the interface as callers see it. */
function shownBuild({ portNames }: StoredVersion, build: StoredBuild): StoredBuild {
  return { ...build, publicInterface: renamedInterface(build.publicInterface, portNames) }
}

/** Refuses to publish unless every failed check is acknowledged. */
export function assertAcknowledged(
  found: readonly PublishCheck[],
  acknowledge: Acknowledgement | undefined,
  isSupervisor: boolean,
): void {
  const open = unacknowledged(found, acknowledge?.codes ?? [])
  const overrides =
    found.some(({ code, outcome }) => code === 'TESTS_FAIL' && outcome === 'failed') &&
    !open.some(({ code }) => code === 'TESTS_FAIL')
  if (overrides && !isSupervisor) {
    throw new CallError('PERMISSION_DENIED', 'Only a supervisor publishes although required test beds do not pass')
  }
  if (open.length === 0) return
  const blocked = open.find(({ outcome }) => outcome === 'blocked')
  if (blocked?.code === 'PROGRAM_DIFFERS') throw new CallError('ENGINE_NOT_PROVEN', blocked.message)
  if (blocked) throw new CallError('PUBLISH_CHECKS_FAILED', blocked.message)
  throw new CallError(
    'PUBLISH_CHECKS_FAILED',
    `The version fails checks: ${open.map(({ message }) => message).join('; ')}. Publish it with these codes and a reason in acknowledge, if it is right all the same`,
    open.map(({ code, message }) => ({
      field: 'body.acknowledge',
      message,
      allowed: JSON.stringify({ codes: [code], reason: '…' }),
    })),
  )
}

/** The failed checks that still prevent publishing. */
export function unacknowledged(found: readonly PublishCheck[], codes: readonly PublishCheckCode[]): PublishCheck[] {
  return found.filter(({ code, outcome }) => outcome === 'blocked' || (outcome === 'failed' && !codes.includes(code)))
}
