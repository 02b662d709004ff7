import { testGeneration } from '@sheetwright/contract/test-beds/test-generation.ts'
import type { CaseContent } from '@sheetwright/contract/test-beds/test-bed.ts'
import { z } from 'zod'
import { defineJob, type JobContext, JobFailure } from '../../platform/jobs/definition.ts'
import { loggedCalls } from '../call-log/logged-values.access.ts'
import { findRunnable, type RunnableVersion } from '../engines/engine-version.store.ts'
import { allowedOptions } from '../execution/run-cases.access.ts'
import { caseOfCall } from './case-of-call.ts'
import { interfaceOf } from './engine-interface.ts'
import { generateInputs, type Inputs, randomShares } from './generate-cases.ts'
import { type InputDomain, inputDomains } from './input-domains.ts'
import { insertTestBedVersion, updateVersionCases } from './test-bed.store.ts'
import { writeCases } from './write-cases.ts'

const schema = z.object({
  /** Shown in the list of jobs. */
  Name: z.string(),
  Url: z.string(),
  testbedId: z.uuid(),
  generation: testGeneration,
})

type Context = JobContext<z.output<typeof schema>>

/** Generates the cases of a test bed. All are written in one transaction, so that repeating the job changes nothing. */
export const generateCases = defineJob({
  type: 'GenerateTestCases',
  schema,
  run: async (context) => {
    const { tenantId, userId, data, services, finish } = context
    const { db, files } = services
    const { generation, testbedId } = data
    const version = await versionOf(context)
    const ports = await interfaceOf(files, tenantId, version)
    const domains = inputDomains(ports, generation.inputs)
    const cases =
      generation.method === 'calls'
        ? fromCalls(context, ports)
        : fromDomains(context, version, domains, generation.method)
    const inputs =
      generation.method === 'calls' ? ports.inputs.map(({ name }) => name) : domains.map(({ name }) => name)
    const outputs = generation.method === 'calls' ? ports.outputs.map(({ name }) => name) : []
    await db.inTenant(tenantId, async (tx) => {
      const id = await insertTestBedVersion(tx, {
        testBedId: testbedId,
        source: 'generated',
        note: `${generation.method}, seed ${generation.seed}`,
        cases: 0,
        inputs,
        outputs,
        createdBy: userId,
      })
      const count = await writeCases(tx, id, cases)
      if (count === 0) throw new JobFailure('No case came of it: choose other inputs or another time.')
      await updateVersionCases(tx, id, count)
      await finish(tx, { testbedId, testbedVersionId: id, noOfTest: count, Url: data.Url })
    })
  },
})

async function versionOf({ tenantId, services: { db }, data: { generation } }: Context): Promise<RunnableVersion> {
  const { engineId, version: versionId } = generation
  const found = await db.inTenant(tenantId, (tx) =>
    findRunnable(tx, { engineId, versionId, at: new Date(), mayEdit: true }),
  )
  if (found.kind === 'version' || found.kind === 'inactive') return found.version
  throw new JobFailure('The version of the engine is gone.')
}

/** The engine is asked for lists that depend on other inputs, once for each combination of these. */
async function* fromDomains(
  { tenantId, services, data: { generation }, progress, signal }: Context,
  version: RunnableVersion,
  domains: readonly InputDomain[],
  method: Exclude<Context['data']['generation']['method'], 'calls'>,
): AsyncGenerator<CaseContent> {
  const dependent = domains.filter(({ dependsOn }) => dependsOn.length > 0)
  const random = randomShares(generation.seed + 1)
  const known = new Map<string, readonly unknown[]>()
  let count = 0
  for (const inputs of generateInputs(method, domains, generation)) {
    signal.throwIfAborted()
    for (const { name, dependsOn } of dependent) {
      const key = JSON.stringify([name, ...dependsOn.map((input) => inputs[input] ?? null)])
      let options = known.get(key)
      if (options === undefined) {
        const without: Inputs = { ...inputs }
        delete without[name]
        options = await allowedOptions(services.execution, tenantId, version, without, name)
        known.set(key, options)
      }
      if (options.length > 0) inputs[name] = options[Math.floor(random() * options.length)]
      else delete inputs[name]
    }
    yield { name: '', weight: 1, segment: '', inputs, expected: null }
    progress((95 * ++count) / generation.count)
  }
}

async function* fromCalls(
  { tenantId, services, data: { generation }, progress, signal }: Context,
  ports: Parameters<typeof caseOfCall>[0],
): AsyncGenerator<CaseContent> {
  let count = 0
  const filter = { engineId: generation.engineId, from: generation.from, to: generation.to }
  for await (const { id, inputs, outputs } of loggedCalls(services, tenantId, filter)) {
    signal.throwIfAborted()
    yield caseOfCall(ports, { name: id, inputs, outputs })
    progress((95 * ++count) / generation.count)
    if (count >= generation.count) return
  }
}
