import { planTestCases } from '@sheetwright/contract/test-beds/plan-test-cases.ts'
import { handle } from '../../platform/http/handle.ts'
import { countLoggedCalls } from '../call-log/logged-values.access.ts'
import { requireEngineById } from '../engines/engine.access.ts'
import { interfaceOf, meantVersion } from './engine-interface.ts'
import { possibleCases } from './generate-cases.ts'
import { inputDomains } from './input-domains.ts'

export const planTestCasesHandler = handle(planTestCases, async ({ caller, body, services }) => {
  const { db, files } = services
  const { engine, version } = await db.inTenant(caller.tenantId, async (tx) => {
    const found = await requireEngineById(tx, caller, body.engineId, 'write')
    return { engine: found, version: await meantVersion(tx, found, body.version) }
  })
  const domains = inputDomains(await interfaceOf(files, caller.tenantId, version), body.inputs)
  const possible =
    body.method === 'calls'
      ? await countLoggedCalls(services, caller.tenantId, { engineId: engine.id, from: body.from, to: body.to })
      : possibleCases(body.method, domains)
  return {
    noOfTest: Math.min(possible, body.count),
    possible,
    inputs: domains.map(({ name, values, dependsOn }) => ({ name, values: dependsOn.length > 0 ? 0 : values.length })),
  }
})
