import { categoryOf, uploadCategories } from '@sheetwright/contract/documents/file-types.ts'
import { type UploadData } from '@sheetwright/contract/engines/engine-upload.ts'
import { callableName } from '@sheetwright/contract/names.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { type UploadedFile } from '../../platform/http/handle.ts'
import type { Services } from '../../services.ts'
import { requireBelowMaximum } from '../user-groups/user-group.access.ts'
import { compileEngine } from './compile-engine.job.ts'
import { assertSameComputation } from './four-eyes.ts'
import { effectiveRange } from './effective-dates.ts'
import { assertTypeIterates, assertTypeRuns } from './engine-type-runs.ts'
import { personBehind } from '../api-keys/api-key.access.ts'
import { actorOf } from '../../platform/audit/audit.store.ts'
import type { AuthorIdentity } from './engine-author.ts'
import { latestIteration } from './engine-marks.store.ts'
import { requireEngineById, requireProduct, seenProduct } from './engine.access.ts'
import { countEngines, engineIdOf, engineTypeOf } from './engine.store.ts'
import { insertUpload, setUploadJob } from './engine-upload.store.ts'

export interface AskedUpload {
  readonly product: string
  readonly file: Pick<UploadedFile, 'fileName' | 'hash' | 'size'>
  readonly asked: UploadData
}

export interface StartedUpload {
  readonly jobId: string
  readonly uploadId: string
  /** Id of the program that is built from it. */
  readonly engineFileId: string
  readonly userId: string
}

/** Registers a stored workbook and builds it in the background. */
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
    if (engineId !== undefined) {
      const engine = await requireEngineById(tx, caller, engineId, 'write')
      const { engineType = engine.engineType } = asked
      await assertSameComputation(tx, engine, { engineType, connectorUrl: engine.connectorUrl })
    } else {
      const { id } = await requireProduct(tx, caller, productAddress, 'write')
      const count = () => countEngines(tx, id)
      await requireBelowMaximum(tx, caller, { module: 'ProductEngine', rule: 'NoOfEngine', within: id, count })
    }
    assertWorkbook(file.fileName)
    assertType(asked)
    if (asked.engineType !== undefined) assertTypeRuns(office, asked.engineType)
    effectiveRange(asked)
    const userId = await personBehind(tx, caller)
    const named = { productId: product.id, serviceName }
    assertTypeIterates(asked.engineType ?? (await engineTypeOf(tx, named)), asked.iteration, 'body.data.iteration')
    const { id: uploadId, engineFileId } = await insertUpload(tx, {
      ...named,
      uploadedBy: userId,
      fileName: file.fileName,
      fileHash: file.hash,
      fileSize: file.size,
      ...(asked.interface === undefined ? {} : { marks: asked.interface }),
      iteration: asked.iteration === undefined ? await latestIteration(tx, named) : asked.iteration,
    })
    const { userId: actorId, name: actorName } = actorOf(caller, correlationId)
    const { serviceName: _name, interface: _marks, iteration: _iteration, ...rest } = asked
    const jobId = await jobs.enqueue(tx, compileEngine, userId, {
      Name: serviceName,
      uploadId,
      productId: product.id,
      correlationId,
      actorId,
      actorName,
      groups: [...caller.groups],
      asked: rest,
    })
    await setUploadJob(tx, uploadId, jobId)
    return { jobId, uploadId, engineFileId, userId }
  })
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

/** The service name derived from a file name. */
function nameOf(fileName: string): string {
  const parsed = callableName.safeParse(fileName.replace(/\.[^.]*$/, ''))
  if (parsed.success) return parsed.data
  throw new CallError('INVALID_INPUT', `"${fileName}" cannot be a service name: give one`, [
    { field: 'body.data.serviceName', message: parsed.error.issues[0]?.message ?? 'is missing' },
  ])
}
