import { categoryOf, uploadCategories } from '@sheetwright/contract/documents/file-types.ts'
import { startUpload, type UploadData, uploadEngine } from '@sheetwright/contract/engines/upload-engine.ts'
import type { EngineUploadResult } from '@sheetwright/contract/engines/upload-result.ts'
import { entityName } from '@sheetwright/contract/names.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle, type UploadedFile } from '../../platform/http/handle.ts'
import { waitForJob } from '../../platform/jobs/wait-for-job.ts'
import type { Services } from '../../services.ts'
import { requireBelowMaximum } from '../user-groups/user-group.access.ts'
import { compileEngine } from './compile-engine.job.ts'
import { effectiveRange } from './effective-dates.ts'
import { assertTypeRuns } from './engine-type-runs.ts'
import { type AuthorIdentity, authorOf, personBehind } from './engine-author.ts'
import { requireEngineById, requireProduct, seenProduct } from './engine.access.ts'
import { countEngines, engineIdOf } from './engine.store.ts'
import { findUpload, insertUpload, setUploadJob } from './engine-upload.store.ts'

export const uploadEngineHandler = handle(uploadEngine, async (context) => {
  const { caller, services, signal } = context
  const started = await beginUpload(services, caller, context.correlationId, {
    product: context.params.product,
    file: context.files.file,
    asked: context.body.data,
  })
  return resultOf(services, caller.tenantId, started, signal)
})

export const startUploadHandler = handle(
  startUpload,
  async ({ caller, params, body, files, services, correlationId }) => {
    const asked = { product: params.product, file: files.file, asked: body.data }
    const { jobId, uploadId } = await beginUpload(services, caller, correlationId, asked)
    return { jobId, originalFileDocumentId: uploadId }
  },
)

export interface AskedUpload {
  readonly product: string
  readonly file: UploadedFile
  readonly asked: UploadData
}

export interface StartedUpload {
  readonly jobId: string
  readonly uploadId: string
  readonly userId: string
}

/** Takes a stored workbook in and has it built in the background. */
export function beginUpload(
  { db, jobs, office }: Services,
  caller: AuthorIdentity,
  correlationId: string,
  { product: productAddress, file, asked }: AskedUpload,
): Promise<StartedUpload> {
  const serviceName = asked.serviceName ?? nameOf(file.fileName)
  return db.inTenant(caller.tenantId, async (tx) => {
    const product = await seenProduct(tx, caller, productAddress)
    const engineId = await engineIdOf(tx, product.id, serviceName)
    if (engineId !== undefined) await requireEngineById(tx, caller, engineId, 'write')
    else {
      const { id } = await requireProduct(tx, caller, productAddress, 'write')
      const count = () => countEngines(tx, id)
      await requireBelowMaximum(tx, caller, { module: 'ProductEngine', rule: 'NoOfEngine', within: id, count })
    }
    assertWorkbook(file.fileName)
    assertType(asked)
    if (asked.engineType !== undefined) assertTypeRuns(office, asked.engineType)
    effectiveRange(asked)
    const userId = await personBehind(tx, caller)
    const uploadId = await insertUpload(tx, {
      productId: product.id,
      serviceName,
      uploadedBy: userId,
      fileName: file.fileName,
      fileHash: file.hash,
      fileSize: file.size,
    })
    const { userId: actorId, name: actorName } = authorOf(caller, correlationId)
    const { serviceName: _name, ...rest } = asked
    const jobId = await jobs.enqueue(tx, compileEngine, userId, {
      Name: serviceName,
      uploadId,
      correlationId,
      actorId,
      actorName,
      groups: [...caller.groups],
      asked: rest,
    })
    await setUploadJob(tx, uploadId, jobId)
    return { jobId, uploadId, userId }
  })
}

/** What an upload gave, once its job has ended; the failure that it ended with where it did. */
export async function resultOf(
  services: Services,
  tenantId: string,
  { jobId, uploadId, userId }: StartedUpload,
  signal: AbortSignal,
): Promise<EngineUploadResult> {
  const job = await waitForJob(services, { tenantId, userId, jobId }, signal)
  if (job?.status === 'Success') return job.result as EngineUploadResult
  if (signal.aborted)
    throw new CallError('SERVICE_UNAVAILABLE', 'The server is stopping; the upload goes on', undefined, 5)
  const upload = await services.db.inTenant(tenantId, (tx) => findUpload(tx, uploadId))
  if (upload?.failure) throw new CallError(upload.failure.code, upload.failure.message, upload.failure.errors)
  if (job?.status === 'Cancelled') throw new CallError('CONFLICT', 'The upload was cancelled')
  throw new CallError('INTERNAL_SERVER_ERROR', 'The workbook could not be built. It has been logged.')
}

function assertWorkbook(fileName: string): void {
  if (categoryOf(fileName) === 'Excel') return
  throw new CallError('INVALID_FILE_TYPE', `"${fileName}" is not a workbook by its name`, [
    {
      field: 'body.file',
      message: 'has another extension than workbooks have',
      allowed: uploadCategories.Excel.join(', '),
    },
  ])
}

/** A connector needs the address it forwards to, which an upload does not carry. */
function assertType({ engineType }: UploadData): void {
  if (engineType !== 'Type4') return
  throw new CallError('INVALID_INPUT', 'An engine becomes a connector by an update that says where it forwards to', [
    { field: 'body.data.engineType', message: 'cannot be chosen at upload', allowed: 'Type1, Type2, Type3' },
  ])
}

/** The service name that a file's name stands for. */
function nameOf(fileName: string): string {
  const parsed = entityName.safeParse(fileName.replace(/\.[^.]*$/, ''))
  if (parsed.success) return parsed.data
  throw new CallError('INVALID_INPUT', `"${fileName}" cannot be a service name: give one`, [
    { field: 'body.data.serviceName', message: parsed.error.issues[0]?.message ?? 'is missing' },
  ])
}
