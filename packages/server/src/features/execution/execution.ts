import type { Logger } from 'pino'
import type { Database } from '../../platform/db/database.ts'
import type { Events } from '../../platform/events/events.ts'
import type { Files } from '../../platform/files/files.ts'
import { type CallWriter, createCallWriter } from '../call-log/call-queue.store.ts'
import type { ConnectorSettings } from './connector.ts'
import { type EngineDirectory, openEngineDirectory } from './engine-directory.ts'
import { type EngineRunner, openEngineRunner } from './engine-runner.ts'
import { LoadedEngines } from './loaded-engines.ts'

/** What running engines needs in a process: what is known of them, their programs, threads, and the log of calls. */
export interface Execution {
  readonly directory: EngineDirectory
  readonly engines: LoadedEngines
  readonly runner: EngineRunner
  readonly calls: CallWriter
  readonly connector: ConnectorSettings
  /** Ends what runs, and writes down every call that was answered. */
  close(): Promise<void>
}

export interface ExecutionOptions {
  readonly db: Database
  readonly files: Files
  readonly events: Events
  readonly log: Logger
  readonly limits: { readonly seconds: number; readonly megabytes: number; readonly threads: number }
  /** Where engines of the type connector may forward to. */
  readonly connectorHosts: readonly string[]
}

export function openExecution({ db, files, events, log, limits, connectorHosts }: ExecutionOptions): Execution {
  const directory = openEngineDirectory(db, events)
  const runner = openEngineRunner(limits)
  const calls = createCallWriter(db, log)
  return {
    directory,
    engines: new LoadedEngines(files),
    runner,
    calls,
    connector: { hosts: connectorHosts, seconds: limits.seconds },
    close: async () => {
      directory.close()
      await runner.close()
      await calls.close()
    },
  }
}
