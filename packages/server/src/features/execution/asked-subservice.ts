import { CallError } from '../../platform/http/call-error.ts'
import type { RunnableVersion } from '../engines/engine-version.store.ts'
import type { LoadedEngine } from './loaded-engines.ts'

/** The field of v1 and v3 that names the subservice. */
const subserviceField = 'body.request_meta.service_category'

/** Refuses a subservice that the engine does not have. What a connector forwards to may have others. */
export function assertSubservice(
  { ports }: LoadedEngine,
  { engineType, serviceName, revision }: RunnableVersion,
  wanted: string | undefined,
  field = subserviceField,
): void {
  if (wanted === undefined || engineType === 'Type4') return
  const names = ports.subservices.map(({ name }) => name)
  if (names.some((name) => name.toLowerCase() === wanted.toLowerCase())) return
  throw new CallError('INVALID_INPUT', `${serviceName} ${revision} has no subservice "${wanted}"`, [
    { field, message: 'is not one of the engine', allowed: ['ALL', ...names].join(', ') },
  ])
}
