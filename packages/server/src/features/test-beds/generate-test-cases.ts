import { generateTestCases } from '@sheetwright/contract/test-beds/generate-test-cases.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { requireEngineById } from '../engines/engine.access.ts'
import { meantVersion } from './engine-interface.ts'
import { generateCases } from './generate-cases.job.ts'
import { makeTestBed } from './make-test-bed.ts'
import { requireOpenGate, requireTestBed } from './test-bed.access.ts'

export const generateTestCasesHandler = handle(generateTestCases, ({ caller, body, services: { db, jobs } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const { testbedId, name, ...generation } = body
    const engine = await requireEngineById(tx, caller, body.engineId, 'write')
    const version = await meantVersion(tx, engine, body.version)
    const before = testbedId === undefined ? undefined : await requireTestBed(tx, caller, testbedId, 'write')
    if (before !== undefined) await requireOpenGate(tx, caller, before)
    if (before === undefined && name === undefined) {
      throw new CallError('INVALID_INPUT', 'A new test bed needs a name', [
        { field: 'body.name', message: 'is missing', allowed: 'a name, or the id of a test bed' },
      ])
    }
    const target =
      before?.id ??
      (await makeTestBed(tx, {
        productId: engine.productId,
        engineId: engine.id,
        name: name ?? '',
        description: '',
        tolerances: {},
        createdBy: caller.userId,
      }))
    const taskQueueId = await jobs.enqueue(tx, generateCases, caller.userId, {
      Name: before?.name ?? name ?? '',
      Url: `/products/${engine.productId}/testcenter/beds/${target}`,
      testbedId: target,
      generation: { ...generation, version: version.id },
    })
    return { taskQueueId, testbedId: target }
  }),
)
