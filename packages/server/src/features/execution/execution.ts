import type { Logger } from 'pino'
import type { Database } from '../../platform/db/database.ts'
import type { Events } from '../../platform/events/events.ts'
import type { Files } from '../../platform/files/files.ts'
import type { CallLimits } from '../../platform/limits/call-limits.ts'
import type { Office } from '../../platform/office/office.ts'
import { SpareChild } from '../../platform/sandbox/spare-child.ts'
import { isoClock } from '../../platform/telemetry/iso-clock.ts'
import { type CallWriter, createCallWriter } from '../call-log/call-queue.store.ts'
import type { ConnectorSettings } from './connector.ts'
import { type EngineDirectory, openEngineDirectory } from './engine-directory.ts'
import { type EngineRunner, openEngineRunner } from './engine-runner.ts'
import { fillModule } from './fill-module.ts'
import { LoadedEngines } from './loaded-engines.ts'
import { openSpreadsheetRunner, type SpreadsheetRunner } from './spreadsheet/spreadsheet-runner.ts'

/** What a process needs to run engines: the directory, loaded programs, threads, and the call log. */
export interface Execution {
  readonly directory: EngineDirectory
  readonly engines: LoadedEngines
  readonly runner: EngineRunner
  /** For engines that LibreOffice computes. */
  readonly spreadsheets: SpreadsheetRunner
  readonly calls: CallWriter
  /** Limits of single engines. */
  readonly callLimits: CallLimits
  /** Writes inputs and results into workbooks. */
  readonly fillChildren: SpareChild
  readonly connector: ConnectorSettings
  /** Formats a time for answers. */
  readonly timeText: (millis: number) => string
  /** Stops running calculations and writes every answered call. */
  close(): Promise<void>
}

export interface ExecutionOptions {
  readonly db: Database
  readonly files: Files
  readonly events: Events
  readonly log: Logger
  readonly office: Office
  readonly callLimits: CallLimits
  readonly limits: {
    readonly seconds: number
    readonly megabytes: number
    readonly threads: number
    readonly processes: number
    /** Of programs and workbooks kept in memory. */
    readonly cacheMegabytes: number
  }
  /** Hosts that engines of the type connector may forward to. */
  readonly connectorHosts: readonly string[]
}

export function openExecution(options: ExecutionOptions): Execution {
  const { db, files, events, log, office, callLimits, limits, connectorHosts } = options
  const directory = openEngineDirectory(db, events)
  const runner = openEngineRunner(limits, log)
  const spreadsheets = openSpreadsheetRunner(office, limits)
  const calls = createCallWriter(db, log)
  const childLimits = { memoryMegabytes: limits.megabytes, seconds: limits.seconds }
  const fillChildren = new SpareChild({ module: fillModule, limits: childLimits, purpose: 'fill' })
  return {
    directory,
    engines: new LoadedEngines(files, limits.cacheMegabytes),
    runner,
    spreadsheets,
    calls,
    callLimits,
    fillChildren,
    connector: { hosts: connectorHosts, seconds: limits.seconds },
    timeText: isoClock(),
    close: async () => {
      directory.close()
      await runner.close()
      await fillChildren.close()
      await spreadsheets.close()
      await calls.close()
    },
  }
}
