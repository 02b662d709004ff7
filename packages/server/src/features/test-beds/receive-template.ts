import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { EngineInterface, EnginePort } from '@sheetwright/contract/engines/interface.ts'
import type { CaseContent } from '@sheetwright/contract/test-beds/test-bed.ts'
import { linesOf } from '../../platform/files/line-file.ts'
import { temporaryFolder } from '../../platform/files/temporary-folder.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { UploadedFile } from '../../platform/http/handle.ts'
import { ChildStopped, runInChild } from '../../platform/sandbox/run-in-child.ts'
import type { Services } from '../../services.ts'
import {
  type ReadColumn,
  type ReadTemplateAnswer,
  type ReadTemplateRequest,
  readTemplateAnswer,
  templateFiles,
} from './read-template-request.ts'

const childModule = path.join(import.meta.dirname, 'template-child.ts')
const formats: Readonly<Record<string, ReadTemplateRequest['format']>> = {
  '.xlsx': 'workbook',
  '.xlsm': 'workbook',
  '.xlsb': 'workbook',
  '.xls': 'workbook',
  '.csv': 'csv',
}

type Received = ReadTemplateAnswer & { readonly kind: 'read' }

/** Reads a filled template in a child process, and passes its cases on while its files exist. */
export async function receiveTemplate<T>(
  { files, settings }: Pick<Services, 'files' | 'settings'>,
  tenantId: string,
  file: UploadedFile,
  ports: EngineInterface,
  use: (read: Received, cases: AsyncIterable<CaseContent>) => Promise<T>,
): Promise<T> {
  const format = formats[path.extname(file.fileName).toLowerCase()]
  if (format === undefined) {
    throw new CallError('INVALID_FILE_TYPE', `"${file.fileName}" is no filled template`, [
      { field: 'body.file', message: 'has another type', allowed: Object.keys(formats).join(', ') },
    ])
  }
  const folder = await temporaryFolder('tests')
  try {
    await pipeline(await files.open(tenantId, file.hash), createWriteStream(path.join(folder, templateFiles.upload)))
    const input: ReadTemplateRequest = {
      folder,
      format,
      inputs: ports.inputs.map(columnOf),
      outputs: ports.outputs.map(columnOf),
    }
    const limits = { memoryMegabytes: settings.buildMegabytes, seconds: settings.buildSeconds }
    const signal = new AbortController().signal
    const answer = readTemplateAnswer.parse(
      await runInChild({ module: childModule, input, folder, limits, signal }).catch(refuseLimits),
    )
    if (answer.kind === 'refused') {
      const count = answer.count === 1 ? 'One cell is' : `${answer.count} cells are`
      throw new CallError('INVALID_TESTBED_CASES', `${count} wrong in "${file.fileName}"`, answer.findings)
    }
    return await use(answer, casesIn(path.join(folder, templateFiles.cases)))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function columnOf({ name, type, shape }: EnginePort): ReadColumn {
  return { name, type: type ?? 'text', isTable: shape === 'block' }
}

async function* casesIn(file: string): AsyncGenerator<CaseContent> {
  for await (const line of linesOf(file)) if (line !== '') yield JSON.parse(line) as CaseContent
}

function refuseLimits(error: unknown): never {
  if (!(error instanceof ChildStopped) || error.reason === 'fault') throw error
  throw new CallError('INVALID_TESTBED_CASES', `The file was given up while it was read. ${error.message}`, [
    { field: 'body.file', message: error.message, allowed: 'fewer cases in one file' },
  ])
}
