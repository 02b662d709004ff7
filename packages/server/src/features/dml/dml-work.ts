import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { temporaryFolder } from '../../platform/files/temporary-folder.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { ChildStopped, runInChild } from '../../platform/sandbox/run-in-child.ts'
import type { Services } from '../../services.ts'
import { type DmlAnswer, dmlAnswer, dmlFiles, type DmlTask } from './dml-request.ts'

const childModule = path.join(import.meta.dirname, 'dml-child.ts')

type Asked<T> = T extends { readonly folder: string } ? Omit<T, 'folder'> : never

interface Work {
  readonly tenantId: string
  readonly workbookHash: string
  readonly signal: AbortSignal
  /** Further contents placed in the child's folder, by file name. */
  readonly contents?: readonly { readonly hash: string; readonly file: string }[]
  readonly onProgress?: (percent: number, note: string) => void
}

/** Reads a workbook in a child process; `use` works with the answer while the folder exists. */
export async function withDmlChild<T>(
  { files, settings }: Pick<Services, 'files' | 'settings'>,
  { tenantId, workbookHash, signal, contents = [], onProgress }: Work,
  asked: Asked<DmlTask>,
  use: (answer: Exclude<DmlAnswer, { kind: 'refused' }>, folder: string) => Promise<T>,
): Promise<T> {
  const folder = await temporaryFolder('dml')
  try {
    for (const { hash, file } of [{ hash: workbookHash, file: dmlFiles.workbook }, ...contents]) {
      await pipeline(await files.open(tenantId, hash), createWriteStream(path.join(folder, file)), { signal })
    }
    const limits = { memoryMegabytes: settings.buildMegabytes, seconds: settings.buildSeconds }
    const input: DmlTask = { ...asked, folder }
    const answer = dmlAnswer.parse(
      await runInChild({
        module: childModule,
        input,
        folder,
        limits,
        signal,
        ...(onProgress === undefined ? {} : { onProgress }),
      }).catch(asCallError),
    )
    if (answer.kind === 'refused') {
      const errors = answer.errors.map(({ field, message, allowed }) => ({
        field,
        message,
        ...(allowed === undefined ? {} : { allowed }),
      }))
      throw new CallError(answer.code, answer.message, errors)
    }
    return await use(answer, folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function asCallError(error: unknown): never {
  if (error instanceof ChildStopped && (error.reason === 'memory' || error.reason === 'time')) {
    const message = `The workbook was given up while its tables were read. ${error.message}. Make it smaller, or ask your operator for higher limits.`
    throw new CallError('ENGINE_BUILD_LIMIT_EXCEEDED', message, [{ field: error.reason, message: error.message }])
  }
  throw error
}
