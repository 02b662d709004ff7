import { Readable } from 'node:stream'
import { downloadDataDictionary } from '@sheetwright/contract/data-dictionary/download-data-dictionary.ts'
import { ZipFile } from 'yazl'
import { csvLine } from '../../platform/csv/csv-line.ts'
import { handle } from '../../platform/http/handle.ts'
import { dictionaryColumns } from './dictionary-request.ts'
import { allEntries } from './dictionary.store.ts'

export const downloadDataDictionaryHandler = handle(downloadDataDictionary, async ({ caller, services: { db } }) => {
  const entries = await db.inTenant(caller.tenantId, allEntries)
  const lines = [dictionaryColumns, ...entries.map((entry) => dictionaryColumns.map((column) => entry[column]))]
  const zip = new ZipFile()
  // The byte order mark tells spreadsheet applications that the file is UTF-8.
  zip.addBuffer(Buffer.from(`\uFEFF${lines.map((line) => csvLine(line)).join('')}`), 'data-dictionary.csv')
  zip.end()
  return { fileName: 'data-dictionary.zip', open: () => Readable.from(zip.outputStream as AsyncIterable<Buffer>) }
})
