import type { Logger } from 'pino'
import type { Execution } from './features/execution/execution.ts'
import type { OpenBooks } from './features/look-inside/open-books.ts'
import type { Caches } from './platform/caches/caches.ts'
import type { Database } from './platform/db/database.ts'
import type { Events } from './platform/events/events.ts'
import type { Files } from './platform/files/files.ts'
import type { Identity } from './platform/identity/identity.ts'
import type { Jobs } from './platform/jobs/jobs.ts'
import type { Office } from './platform/office/office.ts'
import type { ErrorReports } from './platform/telemetry/error-reports.ts'
import type { Metrics } from './platform/telemetry/metrics.ts'
import type { Settings } from './settings.ts'

/** What handlers and jobs work with. Made once at the start, in this order; stopped in the reverse order. */
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
  readonly identity: Identity
  readonly execution: Execution
  readonly office: Office
  /** Workbooks that people look into. */
  readonly books: OpenBooks
  /** Aborted when the process begins to stop: it is no longer ready, and streams without an end are ended. */
  readonly stopping: AbortSignal
}
