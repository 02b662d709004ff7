import type { TestBed, TestBedVersion } from '@sheetwright/contract/test-beds/test-bed.ts'
import type { TestBedTemplate } from '@sheetwright/contract/test-beds/test-bed-template.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { KeyIdentity, UserIdentity } from '../../platform/http/caller.ts'
import { requireEngineById } from '../engines/engine.access.ts'
import { requireOn, type Right } from '../permissions/entity.access.ts'
import { isRequired } from './publish-gate.store.ts'
import { findTemplate } from './test-bed-template.store.ts'
import { findTestBed, findTestBedVersion } from './test-bed.store.ts'
import { findRun, type StoredRun } from './test-run.store.ts'

/** A test bed, if the caller has this permission. Everybody who sees an engine sees and may run its tests. */
export async function requireTestBed(
  tx: TenantTransaction,
  caller: UserIdentity | KeyIdentity,
  id: string,
  right: Right,
): Promise<TestBed> {
  const testBed = await findTestBed(tx, caller, id)
  if (testBed === undefined) throw new CallError('TESTBED_NOT_FOUND', `There is no test bed "${id}"`)
  if (right !== 'read') await requireEngineById(tx, caller, testBed.engineId, right)
  return testBed
}

/**
 * Refuses to change what a required test bed demands, or to delete it, to callers who may not set that requirement.
 * Adding cases only demands more.
 */
export async function requireOpenGate(
  tx: TenantTransaction,
  caller: UserIdentity | KeyIdentity,
  { id, name, productId }: Pick<TestBed, 'id' | 'name' | 'productId'>,
): Promise<void> {
  if (!(await isRequired(tx, id))) return
  const refusal = gateRefusal(name)
  await requireOn(tx, caller, { type: 'product', id: productId, productId }, 'manage', () => refusal).catch(
    (error: unknown) => {
      throw error instanceof CallError ? refusal : error
    },
  )
}

export function gateRefusal(name: string): CallError {
  return new CallError(
    'TESTBED_REQUIRED',
    `Publishing requires that the test bed "${name}" passes: only those who manage the product change or remove its cases and tolerances. Everybody who edits the engine can add cases.`,
  )
}

/** A version of a test bed; the latest if none is named. */
export async function requireTestBedVersion(
  tx: TenantTransaction,
  { id, latestTestbedVersionId, name }: TestBed,
  versionId = latestTestbedVersionId,
): Promise<TestBedVersion> {
  const version = versionId === null ? undefined : await findTestBedVersion(tx, id, versionId)
  if (version !== undefined) return version
  if (versionId === null) throw noCases(name)
  throw new CallError('TESTBED_VERSION_NOT_FOUND', `There is no version "${versionId}"`)
}

export function noCases(name: string): CallError {
  return new CallError('TESTBED_VERSION_NOT_FOUND', `The test bed "${name}" has no cases yet`)
}

export async function requireTemplate(
  tx: TenantTransaction,
  caller: UserIdentity,
  id: string,
  right: Right,
): Promise<TestBedTemplate> {
  const template = await findTemplate(tx, caller, id)
  if (template === undefined) throw new CallError('TESTBED_TEMPLATE_NOT_FOUND', `There is no template "${id}"`)
  if (right !== 'read') await requireEngineById(tx, caller, template.engineId, right)
  return template
}

export async function requireRun(
  tx: TenantTransaction,
  caller: UserIdentity | KeyIdentity,
  id: string,
  right: Right,
): Promise<StoredRun> {
  const run = await findRun(tx, caller, id)
  if (run === undefined) throw new CallError('TESTRUN_NOT_FOUND', `There is no run "${id}"`)
  if (right !== 'read' && (caller.kind !== 'user' || run.createdById !== caller.userId)) {
    await requireEngineById(tx, caller, run.engineId, right)
  }
  return run
}
