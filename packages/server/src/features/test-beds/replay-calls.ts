import { replayCalls } from '@sheetwright/contract/test-beds/replay-calls.ts'
import type { CaseContent } from '@sheetwright/contract/test-beds/test-bed.ts'
import type { EngineInterface } from '@sheetwright/contract/engines/interface.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { loggedCalls } from '../call-log/logged-values.access.ts'
import { requireEngineById } from '../engines/engine.access.ts'
import { beginRun } from './begin-run.ts'
import { caseOfCall } from './case-of-call.ts'
import { interfaceOf, meantVersion } from './engine-interface.ts'
import { randomShares } from './generate-cases.ts'
import { makeTestBed } from './make-test-bed.ts'
import { requireOpenGate, requireRun, requireTestBed, requireTestBedVersion } from './test-bed.access.ts'
import { runAnswer } from './run-answer.ts'
import { insertTestBedVersion, testBedIdOf, updateVersionCases } from './test-bed.store.ts'
import { writeCases } from './write-cases.ts'

export const replayCallsHandler = handle(replayCalls, async ({ caller, body, services }) => {
  const { db, files, jobs, execution } = services
  const { tenantId, userId } = caller
  const { engine, version } = await db.inTenant(tenantId, async (tx) => {
    const found = await requireEngineById(tx, caller, body.engineId, 'write')
    return { engine: found, version: await meantVersion(tx, found, body.version) }
  })
  await execution.calls.flush(tenantId)
  const ports = await interfaceOf(files, tenantId, version)
  const { from, to, search, errorsOnly } = body
  const calls = loggedCalls(services, tenantId, { engineId: engine.id, from, to, search, errorsOnly })
  const name = body.name ?? `Replay of ${engine.serviceName}`
  return db.inTenant(tenantId, async (tx) => {
    const owner = { productId: engine.productId, engineId: engine.id, createdBy: userId }
    const present = await testBedIdOf(tx, engine.id, name)
    if (present !== undefined) await requireOpenGate(tx, caller, { id: present, name, productId: engine.productId })
    const id = present ?? (await makeTestBed(tx, { ...owner, name, description: '', tolerances: {} }))
    const versionId = await insertTestBedVersion(tx, {
      testBedId: id,
      source: 'replay',
      note: [from ?? '', to ?? ''].filter((day) => day !== '').join(' – '),
      cases: 0,
      inputs: ports.inputs.map((port) => port.name),
      outputs: ports.outputs.map((port) => port.name),
      createdBy: userId,
    })
    const count = await writeCases(tx, versionId, sampled(calls, ports, body))
    if (count === 0) throw new CallError('CALL_NOT_FOUND', 'The engine has no such calls in its log')
    await updateVersionCases(tx, versionId, count)
    const testBed = await requireTestBed(tx, caller, id, 'write')
    const cases = await requireTestBedVersion(tx, testBed, versionId)
    const order = { testBed, cases, engine, version, ports, kind: 'replay', userId } as const
    const { runId, jobId } = await beginRun(tx, jobs, order)
    return { testbedQueueId: jobId, testRun: runAnswer(await requireRun(tx, caller, runId, 'read')) }
  })
})

/** Deterministic: the same share of the same calls always selects the same ones. */
async function* sampled(
  calls: ReturnType<typeof loggedCalls>,
  ports: EngineInterface,
  { most, sample }: { readonly most: number; readonly sample: number },
): AsyncGenerator<CaseContent> {
  const random = randomShares(1)
  let count = 0
  for await (const { id, inputs, outputs } of calls) {
    if (random() >= sample) continue
    yield caseOfCall(ports, { name: id, inputs, outputs })
    if (++count >= most) return
  }
}
