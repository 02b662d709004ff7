import { queueTestRun } from '@sheetwright/contract/test-beds/queue-test-run.ts'
import { handle } from '../../platform/http/handle.ts'
import { personBehind } from '../api-keys/api-key.access.ts'
import { requireEngineById } from '../engines/engine.access.ts'
import { beginRun } from './begin-run.ts'
import { interfaceOf, meantVersion } from './engine-interface.ts'
import { requireRun, requireTestBed, requireTestBedVersion } from './test-bed.access.ts'
import { runAnswer } from './run-answer.ts'

export const queueTestRunHandler = handle(queueTestRun, ({ caller, body, services: { db, files, jobs } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const testBed = await requireTestBed(tx, caller, body.testbedId, 'execute')
    const cases = await requireTestBedVersion(tx, testBed, body.testbedVersionId)
    const engine = await requireEngineById(tx, caller, body.engineId ?? testBed.engineId, 'execute')
    const version = await meantVersion(tx, engine, body.version)
    const ports = await interfaceOf(files, caller.tenantId, version)
    const userId = await personBehind(tx, caller)
    const order = { testBed, cases, engine, version, ports, kind: 'test', userId } as const
    const { runId, jobId } = await beginRun(tx, jobs, order)
    return { testbedQueueId: jobId, testRun: runAnswer(await requireRun(tx, caller, runId, 'read')) }
  }),
)
