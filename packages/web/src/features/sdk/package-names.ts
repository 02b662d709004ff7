import type { EnginePackage, PackageKind } from '@sheetwright/contract/sdk/package.ts'
import type { MessageId } from '../../platform/messages/load-messages.ts'

/** Packages that contain the program come first. */
export const packageNames: Readonly<Record<PackageKind, { name: MessageId; about: MessageId; holdsProgram: boolean }>> =
  {
    jssheet: { name: 'Packages.jssheet', about: 'Packages.jssheet.about', holdsProgram: true },
    typescript: { name: 'Packages.typescript', about: 'Packages.typescript.about', holdsProgram: true },
    python: { name: 'Packages.python', about: 'Packages.python.about', holdsProgram: true },
    'sql-bigquery': { name: 'Packages.sqlBigquery', about: 'Packages.sqlBigquery.about', holdsProgram: true },
    'sql-snowflake': { name: 'Packages.sqlSnowflake', about: 'Packages.sqlSnowflake.about', holdsProgram: true },
    'sql-postgresql': { name: 'Packages.sqlPostgresql', about: 'Packages.sqlPostgresql.about', holdsProgram: true },
    'http-typescript': { name: 'Packages.httpTypescript', about: 'Packages.httpTypescript.about', holdsProgram: false },
    'http-python': { name: 'Packages.httpPython', about: 'Packages.httpPython.about', holdsProgram: false },
  }

export const packageStates: Readonly<Record<EnginePackage['status'], MessageId>> = {
  Pending: 'JobStatus.Pending',
  InProgress: 'JobStatus.InProgress',
  Success: 'JobStatus.Success',
  Fail: 'JobStatus.Fail',
  Cancelled: 'JobStatus.Cancelled',
}
