import type { Logger } from 'pino'
import type { Settings } from '../settings.ts'
import type { Caches } from './caches/caches.ts'
import type { Database } from './db/database.ts'
import type { Events } from './events/events.ts'
import type { Files } from './files/files.ts'
import type { Identity } from './identity/identity.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { CallLimits } from './limits/call-limits.ts'
import type { Office } from './office/office.ts'
import type { ErrorReports } from './telemetry/error-reports.ts'
import type { Metrics } from './telemetry/metrics.ts'

/**
 * The services of handlers and jobs. Created once at the start, in this order; stopped in reverse order. The product
 * adds its own services in `services.ts`, which the platform does not know.
 */
export interface Services {
  readonly settings: Settings
  readonly log: Logger
  readonly metrics: Metrics
  readonly reports: ErrorReports
  readonly db: Database
  readonly files: Files
  readonly events: Events
  readonly jobs: Jobs
  readonly caches: Caches
  /** Limits that supervisors set. */
  readonly callLimits: CallLimits
  readonly identity: Identity
  readonly office: Office
  /** Aborted when the process begins to stop: it is no longer ready, and endless streams end. */
  readonly stopping: AbortSignal
}
