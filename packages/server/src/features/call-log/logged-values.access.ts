import type { CallerIdentity } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import type { EngineAddress } from '../engines/engine.store.ts'
import { countCalls, type CallFilter } from './call.store.ts'
import { detailOf, recordsOfCall } from './call-answer.ts'
import { readCalls } from './read-calls.ts'
import { requireCall } from './require-call.ts'

/** The inputs and outputs of a call, for features that compute it again. */
export async function loggedValues(
  services: Services,
  caller: Exclude<CallerIdentity, { kind: 'anyone' }>,
  address: EngineAddress,
  callId: string,
): Promise<{ readonly inputs: unknown; readonly outputs: unknown }> {
  const { engine, call } = await requireCall(services, caller, address, callId)
  const { inputs, outputs } = detailOf(call, engine.serviceName, callId)
  return { inputs, outputs }
}

/** Calls of an engine between two days, both included. */
interface LoggedCallFilter extends Pick<CallFilter, 'engineId' | 'search' | 'errorsOnly'> {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

interface LoggedCall {
  readonly id: string
  readonly inputs: unknown
  readonly outputs: unknown
}

const dayMs = 86_400_000

function filterOf({ from, to, ...rest }: LoggedCallFilter): CallFilter {
  const day = (text: string | undefined) => (text === undefined ? undefined : new Date(`${text}T00:00:00Z`))
  const last = day(to)
  return { ...rest, from: day(from), before: last && new Date(last.getTime() + dayMs) }
}

export async function countLoggedCalls(
  services: Services,
  tenantId: string,
  filter: LoggedCallFilter,
): Promise<number> {
  await services.execution.calls.flush(tenantId)
  return services.db.inTenant(tenantId, (tx) => countCalls(tx, filterOf(filter)))
}

/** Every record of the calls, oldest first, read in parts. Check before that the caller may see all calls. */
export async function* loggedCalls(
  { db }: Pick<Services, 'db'>,
  tenantId: string,
  filter: LoggedCallFilter,
): AsyncGenerator<LoggedCall> {
  for await (const call of readCalls(db, tenantId, filterOf(filter))) yield* recordsOfCall(call)
}
