import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { readMappingSheet } from '@sheetwright/contract/ingenium/read-mapping-sheet.ts'
import { temporaryFolder } from '../../platform/files/temporary-folder.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { ChildStopped, runInChild } from '../../platform/sandbox/run-in-child.ts'
import type { Services } from '../../services.ts'
import type { MappingRows } from './sheet/mapping-columns.ts'
import { mappingSheetAnswer, mappingSheetFile } from './sheet/mapping-sheet-request.ts'
import { mappingOfSheets } from './sheet/read-mapping-sheets.ts'

const childModule = path.join(import.meta.dirname, 'sheet', 'mapping-sheet-child.ts')

/** Further problems are counted, not listed. */
const mostNamed = 100

export const readMappingSheetHandler = handle(readMappingSheet, async ({ caller, files, services, signal }) => {
  const read = mappingOfSheets(await sheetsOf(services, caller.tenantId, files.file.hash, signal))
  if ('mapping' in read) return read
  const message = `${read.errors.length} things are wrong with the mapping`
  throw new CallError('INVALID_POLICY_MAPPING', message, read.errors.slice(0, mostNamed))
})

async function sheetsOf(
  { files, settings }: Services,
  tenantId: string,
  hash: string,
  signal: AbortSignal,
): Promise<MappingRows> {
  const folder = await temporaryFolder('mapping')
  try {
    await pipeline(await files.open(tenantId, hash), createWriteStream(path.join(folder, mappingSheetFile)))
    const limits = { memoryMegabytes: settings.buildMegabytes, seconds: settings.buildSeconds }
    const answer = await runInChild({ module: childModule, input: { folder }, folder, limits, signal })
    const sheets = mappingSheetAnswer.parse(answer)
    if (sheets !== null) return sheets
  } catch (error) {
    if (!(error instanceof ChildStopped)) throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  const message = 'is not a workbook, or it is too large'
  throw new CallError('INVALID_POLICY_MAPPING', 'The mapping cannot be read', [
    { field: 'body.file', message, allowed: 'an .xlsx with the sheets of a mapping' },
  ])
}
