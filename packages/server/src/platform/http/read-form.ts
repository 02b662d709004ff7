import { type Call, isForExistingClients } from '@sheetwright/contract/call.ts'
import type { FieldError } from '@sheetwright/contract/envelope.ts'
import type { MultipartFile, MultipartValue } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { CallError } from './call-error.ts'
import type { UploadedFile } from './handle.ts'

/** Stores the content of a file part; fails with FILE_SIZE_LIMIT_EXCEEDED above the limit. */
export type StoreUpload = (part: MultipartFile, maxBytes: number) => Promise<{ hash: string; size: number }>

export interface ReadForm {
  readonly body: Record<string, unknown>
  readonly files: Record<string, UploadedFile | undefined>
  readonly problems: readonly FieldError[]
}

/** Maximum text fields of a form, the longest of them, and their total size: they are held in memory. */
const maxFields = 200
const maxFieldBytes = 1_000_000
const maxTextLength = 16_000_000

/**
 * Reads a multipart body part by part, with fields and files in any order. Each file is streamed to storage and never
 * held in memory.
 */
export async function readForm(request: FastifyRequest, call: Call, store: StoreUpload): Promise<ReadForm> {
  const declared = call.body?.kind === 'form' ? call.body.files : {}
  const largest = Math.max(1, ...Object.values(declared).map((file) => file.maxBytes))
  const body: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  const files: Record<string, UploadedFile | undefined> = {}
  const problems: FieldError[] = []
  let textLength = 0

  const parts = request.parts({
    limits: {
      fields: maxFields,
      fieldSize: maxFieldBytes,
      files: Object.keys(declared).length + 1,
      // One more than allowed, so that storage sees the excess and refuses it.
      fileSize: largest + 1,
    },
  })
  for await (const part of parts) {
    const field = `body.${part.fieldname}`
    if (part.type === 'field') {
      if (part.fieldname in body) problems.push({ field, message: 'is given more than once' })
      body[part.fieldname] = textOf(part, problems)
      textLength += String(part.value).length
      if (textLength > maxTextLength)
        throw new CallError('REQUEST_TOO_LARGE', 'The text fields of the form are too long')
      continue
    }
    const file = declared[part.fieldname]
    if (file === undefined || files[part.fieldname] !== undefined) {
      part.file.resume()
      if (file === undefined && isForExistingClients(call)) continue
      problems.push({
        field,
        message: file === undefined ? 'is not a file field of this call' : 'is given more than once',
        ...(file === undefined ? { allowed: Object.keys(declared).join(', ') || 'no files' } : {}),
      })
      continue
    }
    const stored = await store(part, file.maxBytes)
    if (part.file.truncated) throw new CallError('FILE_SIZE_LIMIT_EXCEEDED', `${part.fieldname}: the file is too large`)
    files[part.fieldname] = { fileName: part.filename, contentType: part.mimetype, ...stored }
  }
  problems.push(...missingFiles(call, files))
  return { body, files, problems }
}

/** Missing required files of a call; also for a form sent as JSON. */
export function missingFiles(call: Call, files: Readonly<Record<string, UploadedFile | undefined>>): FieldError[] {
  if (call.body?.kind !== 'form') return []
  return Object.entries(call.body.files)
    .filter(([name, file]) => file.required && files[name] === undefined)
    .map(([name, file]) => ({ field: `body.${name}`, message: 'is missing', allowed: file.description }))
}

function textOf(part: MultipartValue, problems: FieldError[]): unknown {
  if (part.valueTruncated) {
    problems.push({
      field: `body.${part.fieldname}`,
      message: 'is too long',
      allowed: `at most ${maxFieldBytes} bytes`,
    })
  }
  return part.value
}
