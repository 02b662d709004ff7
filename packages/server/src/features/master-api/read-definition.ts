import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { apiColumns, fieldsOfRows } from '@sheetwright/contract/master-api/api-field-table.ts'
import { type ApiField, apiField, mostFields } from '@sheetwright/contract/master-api/master-api-definition.ts'
import { z } from 'zod'
import { readCsv } from '../../platform/csv/read-csv.ts'
import { temporaryFolder } from '../../platform/files/temporary-folder.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { UploadedFile } from '../../platform/http/handle.ts'
import { ChildStopped, runInChild } from '../../platform/sandbox/run-in-child.ts'
import type { Services } from '../../services.ts'
import { fieldsOfOpenApi } from './open-api-fields.ts'

const childModule = path.join(import.meta.dirname, 'sheet-child.ts')
const sheetAnswer = z.object({ rows: z.array(z.array(z.string())).nullable() })

type Needed = Pick<Services, 'files' | 'settings'>

/** The fields in a stored file. Problems are reported by row and column. */
export async function readDefinition(
  services: Needed,
  tenantId: string,
  file: UploadedFile,
  signal: AbortSignal,
): Promise<ApiField[]> {
  const extension = path.extname(file.fileName).toLowerCase()
  if (extension === '.xlsx' || extension === '.xlsm')
    return fieldsOfSheet(await sheetRows(services, tenantId, file, signal))
  if (extension !== '.csv' && extension !== '.json') {
    throw new CallError('INVALID_FILE_TYPE', `"${file.fileName}" is no definition by its name`, [
      { field: 'body.file', message: 'has another extension', allowed: '.xlsx, .csv, .json' },
    ])
  }
  const content = await buffer(await services.files.open(tenantId, file.hash))
  if (extension === '.csv') return fieldsOfSheet(readCsv(content).rows)
  return fieldsOfJson(content.toString('utf8').replace(/^\uFEFF/, ''))
}

async function sheetRows(
  { files, settings }: Needed,
  tenantId: string,
  { hash }: UploadedFile,
  signal: AbortSignal,
): Promise<string[][]> {
  const folder = await temporaryFolder('tables')
  try {
    await pipeline(await files.open(tenantId, hash), createWriteStream(path.join(folder, 'workbook')), { signal })
    const limits = { memoryMegabytes: settings.buildMegabytes, seconds: settings.buildSeconds }
    const { rows } = sheetAnswer.parse(
      await runInChild({ module: childModule, input: { folder }, folder, limits, signal }),
    )
    if (rows === null) throw new CallError('CORRUPT_EXCEL_FILE_FOR_TYPE1', 'The file cannot be read as a workbook')
    return rows
  } catch (error) {
    if (!(error instanceof ChildStopped) || (error.reason !== 'memory' && error.reason !== 'time')) throw error
    throw new CallError('ENGINE_BUILD_LIMIT_EXCEEDED', `The workbook was given up while it was read. ${error.message}`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Columns are identified by their headings, in any order. */
function fieldsOfSheet(rows: readonly (readonly string[])[]): ApiField[] {
  const [head = [], ...body] = rows
  const headings = head.map((heading) => heading.trim().toLowerCase())
  const places = apiColumns.map((column) => headings.indexOf(column.toLowerCase()))
  const missing = apiColumns.filter((_, i) => i < 3 && places[i] === -1)
  if (missing.length > 0) {
    throw invalid([{ field: 'row 1', message: `has no column ${missing.join(', ')}` }])
  }
  const ordered = body.map((cells) => places.map((place) => (place === -1 ? '' : (cells[place] ?? ''))))
  const { fields, wrong } = fieldsOfRows(ordered)
  if (wrong.length > 0) {
    throw invalid(wrong.map(({ row, column, message }) => ({ field: `row ${row + 1}, ${column}`, message })))
  }
  return bounded(fields)
}

function fieldsOfJson(content: string): ApiField[] {
  let parsed: unknown
  try {
    parsed = JSON.parse(content)
  } catch {
    throw invalid([{ field: 'file', message: 'is not JSON' }])
  }
  if (typeof parsed === 'object' && parsed !== null && 'openapi' in parsed) return bounded(fieldsOfOpenApi(parsed))
  const list = typeof parsed === 'object' && parsed !== null && 'fields' in parsed ? parsed.fields : parsed
  const result = z.array(apiField).safeParse(list)
  if (result.success) return bounded(result.data)
  throw invalid(result.error.issues.map(({ path: place, message }) => ({ field: place.join('.') || 'file', message })))
}

function bounded(fields: ApiField[]): ApiField[] {
  if (fields.length === 0) throw invalid([{ field: 'file', message: 'holds no field' }])
  if (fields.length > mostFields) throw invalid([{ field: 'file', message: `holds more than ${mostFields} fields` }])
  return fields
}

function invalid(errors: { field: string; message: string }[]): CallError {
  const shown = errors.slice(0, 50)
  const message = shown.map(({ field, message: text }) => `${field}: ${text}`).join('; ')
  return new CallError('INVALID_MASTER_API_DEFINITION', message, shown)
}
