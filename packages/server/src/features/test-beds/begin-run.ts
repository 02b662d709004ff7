import { isNumberType } from './number-types.ts'
import type { EngineInterface } from '@sheetwright/contract/engines/interface.ts'
import type { TestBed, TestBedVersion } from '@sheetwright/contract/test-beds/test-bed.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/new-id.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { StoredEngine } from '../engines/engine.store.ts'
import type { StoredVersion } from '../engines/engine-version.store.ts'
import { noCases } from './test-bed.access.ts'
import { testRun } from './test-run.job.ts'
import { insertRun, type NewRun } from './test-run.store.ts'

interface AskedRun {
  readonly testBed: Pick<TestBed, 'id' | 'name' | 'tolerances'>
  readonly cases: TestBedVersion
  readonly engine: StoredEngine
  readonly version: StoredVersion
  readonly ports: EngineInterface
  readonly kind: NewRun['kind']
  readonly userId: string
}

/** Queues a run; refuses one without cases, whose results nobody could compare. */
export async function beginRun(
  tx: TenantTransaction,
  jobs: Jobs,
  { testBed, cases, engine, version, ports, kind, userId }: AskedRun,
): Promise<{ readonly runId: string; readonly jobId: string }> {
  if (cases.noOfTest === 0) throw noCases(testBed.name)
  const runId = newId()
  const Url = `/products/${engine.productId}/testcenter/runs/${runId}`
  const jobId = await jobs.enqueue(tx, testRun, userId, { Name: testBed.name, Url, productId: engine.productId, runId })
  await insertRun(tx, {
    id: runId,
    productId: engine.productId,
    engineId: engine.id,
    versionId: version.id,
    testBedId: testBed.id,
    testBedVersionId: cases.id,
    kind,
    setup: {
      inputs: cases.inputs,
      outputs: ports.outputs.map(({ name, type }) => ({ name, isNumber: isNumberType(type) })),
      tolerances: testBed.tolerances,
      at: Date.now(),
      seed: Math.floor(Math.random() * 2 ** 31),
    },
    cases: cases.noOfTest,
    jobId,
    createdBy: userId,
  })
  return { runId, jobId }
}
