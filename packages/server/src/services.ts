import type { Logger } from 'pino'
import type { Database } from './platform/db/database.ts'
import type { Events } from './platform/events/events.ts'
import type { Files } from './platform/files/files.ts'
import type { Jobs } from './platform/jobs/jobs.ts'
import type { Settings } from './settings.ts'

/** What handlers and jobs work with. Made once at the start, in this order; stopped in the reverse order. */
export interface Services {
  readonly settings: Settings
  readonly log: Logger
  readonly db: Database
  readonly files: Files
  readonly events: Events
  readonly jobs: Jobs
}
