import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import {
  type DictionaryEntry,
  dictionaryEntry,
  mostDictionaryEntries,
} from '@sheetwright/contract/data-dictionary/dictionary-entry.ts'
import { uploadDataDictionary } from '@sheetwright/contract/data-dictionary/upload-data-dictionary.ts'
import type { FieldError } from '@sheetwright/contract/envelope.ts'
import { actorOf, recordAudit } from '../../platform/audit/audit.store.ts'
import { temporaryFolder } from '../../platform/files/temporary-folder.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { ChildStopped, runInChild } from '../../platform/sandbox/run-in-child.ts'
import type { Services } from '../../services.ts'
import { type ReadDictionaryAnswer, readDictionaryAnswer, uploadName } from './dictionary-request.ts'
import { replaceEntries } from './dictionary.store.ts'

const childModule = path.join(import.meta.dirname, 'dictionary-child.ts')

/** Further problems are counted, not listed. */
const mostNamed = 100

export const uploadDataDictionaryHandler = handle(
  uploadDataDictionary,
  async ({ caller, files, services, correlationId, signal }) => {
    const answer = await readZip(services, caller.tenantId, files.File.hash, signal)
    const entries = checkedEntries(answer)
    await services.db.inTenant(caller.tenantId, async (tx) => {
      await replaceEntries(tx, entries)
      await recordAudit(tx, actorOf(caller, correlationId), {
        action: 'dataDictionary.upload',
        entityType: 'tenant',
        entityId: caller.tenantId,
        entityName: caller.tenantName,
        before: null,
        after: { entries: entries.length, zip: files.File.hash },
      })
    })
    return { entries: entries.length, files: answer.files }
  },
)

async function readZip(
  { files, settings }: Services,
  tenantId: string,
  hash: string,
  signal: AbortSignal,
): Promise<ReadDictionaryAnswer> {
  const folder = await temporaryFolder('dictionary')
  try {
    await pipeline(await files.open(tenantId, hash), createWriteStream(path.join(folder, uploadName)))
    const limits = { memoryMegabytes: settings.buildMegabytes, seconds: settings.buildSeconds }
    return readDictionaryAnswer.parse(
      await runInChild({ module: childModule, input: { folder }, folder, limits, signal }),
    )
  } catch (error) {
    if (!(error instanceof ChildStopped)) throw error
    throw new CallError('INVALID_DATA_DICTIONARY_ZIP', 'Reading the zip took too much time or memory')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Every row as an entry; throws all problems if there are any. */
function checkedEntries({ rows, problems }: ReadDictionaryAnswer): DictionaryEntry[] {
  const errors: FieldError[] = problems.map(({ file, row, message }) => ({ field: placeOf(file, row), message }))
  const entries = new Map<string, DictionaryEntry>()
  for (const { file, row, values } of rows) {
    const read = dictionaryEntry.safeParse({
      name: values['name'] ?? '',
      direction: (values['direction'] ?? '').trim().toLowerCase() || 'any',
      type: (values['type'] ?? '').trim().toLowerCase() || 'any',
      unit: values['unit'] ?? '',
      allowed: values['allowed'] ?? '',
      description: values['description'] ?? '',
    })
    if (!read.success) {
      for (const { path: at, message } of read.error.issues) {
        errors.push({ field: `${placeOf(file, row)}, ${at.join('.')}`, message })
      }
      continue
    }
    const key = read.data.name.normalize('NFKC').toLowerCase()
    if (entries.has(key)) errors.push({ field: placeOf(file, row), message: `names "${read.data.name}" a second time` })
    entries.set(key, read.data)
  }
  if (entries.size > mostDictionaryEntries) {
    errors.push({ field: 'zip', message: `holds more than ${mostDictionaryEntries} names` })
  }
  if (errors.length === 0) return [...entries.values()]
  throw new CallError(
    'INVALID_DATA_DICTIONARY_ZIP',
    `${errors.length} things are wrong with the data dictionary`,
    errors.slice(0, mostNamed),
  )
}

function placeOf(file: string, row: number): string {
  return row === 0 ? file : `${file}, row ${row}`
}
