import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { maxWorkbookBytes } from '@sheetwright/contract/engines/engine-upload.ts'
import { linesOf } from '../../platform/files/line-file.ts'
import { temporaryFolder } from '../../platform/files/temporary-folder.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { ChildStopped, runInChild } from '../../platform/sandbox/run-in-child.ts'
import type { Services } from '../../services.ts'
import { type ReadTable, type TableAnswer, tableAnswer, tableFiles, type TableTask } from './tables/table-request.ts'

const childModule = path.join(import.meta.dirname, 'tables', 'tables-child.ts')

type Asked<T> = T extends { readonly folder: string } ? Omit<T, 'folder'> : never

type Needed = Pick<Services, 'files' | 'settings'>

interface WorkbookTask {
  readonly tenantId: string
  readonly fileHash: string
  readonly signal: AbortSignal
  /** Puts further files into the folder before the child starts. */
  readonly prepare?: (folder: string) => Promise<void>
}

export interface TableWork {
  readonly done: Extract<TableAnswer, { kind: 'done' }>
  /** The rows of a table, as JSON texts of lists of rows, from top to bottom. */
  readonly lines: (table: ReadTable) => AsyncIterable<string>
  /** Stores the written workbook. */
  readonly keepWritten: () => Promise<{ hash: string; size: number }>
}

/**
 * Reads or changes the tables of a stored workbook in a child process; `use` works with the result while its files
 * exist. Problems with the workbook or the edits are thrown as a `CallError`.
 */
export async function withTables<T>(
  { files, settings }: Needed,
  { tenantId, fileHash, signal, prepare }: WorkbookTask,
  asked: Asked<TableTask>,
  use: (work: TableWork) => Promise<T>,
): Promise<T> {
  const folder = await temporaryFolder('tables')
  try {
    await pipeline(await files.open(tenantId, fileHash), createWriteStream(path.join(folder, tableFiles.workbook)), {
      signal,
    })
    await prepare?.(folder)
    const limits = { memoryMegabytes: settings.buildMegabytes, seconds: settings.buildSeconds }
    const input: TableTask = { ...asked, folder }
    const done = tableAnswer.parse(
      await runInChild({ module: childModule, input, folder, limits, signal }).catch(asCallError),
    )
    if (done.kind === 'refused') throw new CallError(done.code, done.message, done.errors.map(plainError))
    return await use({
      done,
      lines: (table) => linesOf(path.join(folder, path.basename(table.file))),
      keepWritten: () =>
        files.putFile(tenantId, path.join(folder, tableFiles.written), { maxBytes: maxWorkbookBytes, signal }),
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function plainError({ field, message, allowed }: { field: string; message: string; allowed?: string | undefined }) {
  return { field, message, ...(allowed === undefined ? {} : { allowed }) }
}

function asCallError(error: unknown): never {
  if (error instanceof ChildStopped && (error.reason === 'memory' || error.reason === 'time')) {
    const message = `The workbook was given up while its tables were read. ${error.message}. Make it smaller, or ask your operator for higher limits.`
    throw new CallError('ENGINE_BUILD_LIMIT_EXCEEDED', message, [{ field: error.reason, message: error.message }])
  }
  throw error
}
