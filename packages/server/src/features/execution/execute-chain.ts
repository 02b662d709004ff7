import { executeChain } from '@sheetwright/contract/execution/execute-chain.ts'
import type { ResultOf } from '@sheetwright/contract/call.ts'
import type { RequestMeta } from '@sheetwright/contract/execution/request.ts'
import type { EngineInputs } from '@sheetwright/runtime/engine/call.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { KeyIdentity, UserIdentity } from '../../platform/http/caller.ts'
import { handle } from '../../platform/http/handle.ts'
import { JsonText } from '../../platform/http/json-text.ts'
import { requireEngine } from '../engines/engine.access.ts'
import { listChainsOf, type StoredChain } from './chain.store.ts'
import { validationErrorOf } from './validation-error.ts'
import { executeSingle } from './execute-single.ts'
import type { Execution } from './execution.ts'
import { assertInputsTaken } from './refused-inputs.ts'
import { wantedVersion } from './run-meta.ts'

type Step = ResultOf<typeof executeChain>['service_chain'][number]

export const executeChainHandler = handle(executeChain, async (context) => {
  const { caller, params, query, body, services, correlationId, tellLimit } = context
  const { tenantId } = caller
  const chain = await services.db.inTenant(tenantId, async (tx) => {
    const engine = await requireEngine(tx, caller, params, 'execute')
    return chosenChain(await listChainsOf(tx, engine.id), query.chain)
  })
  const meta = body.request_meta
  const ran: Step[] = []
  let inputs: EngineInputs = body.request_data.inputs
  const given: Record<string, unknown> = {}
  const engines = [{ engineId: chain.engineId, mapping: {} }, ...chain.steps]
  for (const [place, { engineId, mapping }] of engines.entries()) {
    if (place > 0) inputs = fedInputs(given, mapping, await inputNames(services.execution, caller, engineId, meta))
    const isLast = place === engines.length - 1
    const request = {
      tenantId,
      caller,
      target: { kind: 'id', engineId } as const,
      inputs,
      // Options of the result apply to the last step; the version applies to the first.
      meta: {
        ...(place === 0 ? meta : { transaction_date: meta.transaction_date }),
        call_purpose: meta.call_purpose ?? 'Chain',
        source_system: meta.source_system,
        correlation_id: meta.correlation_id ?? correlationId,
        requested_output: isLast ? meta.requested_output : undefined,
      },
      requestId: correlationId,
      requestText: JSON.stringify({ request_data: { inputs }, request_meta: { chain: chain.name } }),
      tellLimit,
    }
    const answer = await executeSingle(services.execution, request, (executed) => {
      const { callId, chosen, result, warnings } = executed
      assertInputsTaken(executed, request, `${place + 1} (${chosen.version.serviceName})`)
      const { version } = chosen
      const step: Step = {
        service_name: version.serviceName,
        service_id: version.engineId,
        version_id: version.id,
        version: version.revision,
        call_id: callId,
        outputs: result.outputs,
        warnings: warnings.map(({ key, message }) => ({ key, value: message })),
        errors: result.errors.map(validationErrorOf),
        process_time: result.micros / 1000,
      }
      return Object.assign(JsonText.of(step), { step })
    })
    ran.push(answer.step)
    if (answer.step.errors.length > 0) break
    for (const [name, value] of Object.entries(answer.step.outputs)) given[name.toLowerCase()] = value
  }
  const last = ran.at(-1)
  return {
    chainId: chain.id,
    chainName: chain.name,
    isComplete: ran.length === engines.length && last?.errors.length === 0,
    xOutput: last?.outputs ?? {},
    service_chain: ran,
    totalTime: ran.reduce((sum, step) => sum + step.process_time, 0),
  }
})

function chosenChain(chains: readonly StoredChain[], asked: string | undefined): StoredChain {
  const [first] = chains
  const found =
    asked === undefined
      ? first
      : chains.find(({ id, name }) => id === asked || name.toLowerCase() === asked.toLowerCase())
  if (found !== undefined && (asked !== undefined || chains.length === 1)) return found
  const names = chains.map(({ name }) => name).join(', ')
  throw new CallError(
    'CHAIN_NOT_FOUND',
    names === '' ? 'The engine has no chain' : `Say which chain is meant with the query parameter chain: ${names}`,
  )
}

/** Input names of the engine version that is going to run. */
async function inputNames(
  { directory, engines }: Execution,
  caller: UserIdentity | KeyIdentity,
  engineId: string,
  { transaction_date }: Pick<RequestMeta, 'transaction_date'>,
): Promise<string[]> {
  const wanted = wantedVersion({ transaction_date })
  const { version } = await directory.choose(caller.tenantId, caller, { kind: 'id', engineId }, wanted)
  const { shown } = await engines.get(caller.tenantId, version)
  return shown.inputs.map(({ name }) => name)
}

/** Outputs by name; later ones replace earlier ones, and the mapping renames them where names differ. */
function fedInputs(
  given: Readonly<Record<string, unknown>>,
  mapping: Readonly<Record<string, string>>,
  names: readonly string[],
): EngineInputs {
  const mapped = new Map(Object.entries(mapping).map(([input, output]) => [input.toLowerCase(), output.toLowerCase()]))
  const inputs: Record<string, unknown> = {}
  for (const name of names) {
    const output = mapped.get(name.toLowerCase()) ?? name.toLowerCase()
    if (Object.hasOwn(given, output)) inputs[name] = given[output]
  }
  return inputs
}
