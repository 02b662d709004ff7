import type { EngineUploadResult } from '@sheetwright/contract/engines/upload-result.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { defineJob, JobFailure } from '../../platform/jobs/definition.ts'
import { ChildStopped } from '../../platform/sandbox/run-in-child.ts'
import type { Services } from '../../services.ts'
import type { AskedMarks } from '@sheetwright/compiler/interface.ts'
import { heldAgainstDefinition } from '../master-api/held-against-definition.job.ts'
import { bindReferences } from './bind-references.ts'
import { type BuildTask, buildUpload } from './build/build-upload.ts'
import { type CompileRequest, compileRequest } from './compile-request.ts'
import { latestMarks, plainMarks } from './engine-marks.store.ts'
import { engineTypeOf } from './engine.store.ts'
import { findUpload, markFailed, type UploadFailure } from './engine-upload.store.ts'
import type { NewVersion } from './engine-version.store.ts'
import { makeVersion } from './make-version.ts'

/** Fraction of the progress for reading, compiling and proving; the rest is storing. */
const buildShare = 0.95

/** Builds an uploaded workbook into a version of an engine. */
export const compileEngine = defineJob({
  type: 'CompileEngine',
  schema: compileRequest,
  run: async ({ jobId, tenantId, data, services, log, signal, progress }) => {
    const found = await services.db.inTenant(tenantId, async (tx) => {
      const upload = await findUpload(tx, data.uploadId)
      if (upload === undefined) return undefined
      const marks: AskedMarks =
        upload.marks === null ? { earlier: await latestMarks(tx, upload) } : { given: plainMarks(upload.marks) }
      return { ...upload, asked: marks, engineType: data.asked.engineType ?? (await engineTypeOf(tx, upload)) }
    })
    if (found === undefined) throw new JobFailure('The upload is gone.')
    const { productId, fileHash, fileName, engineType, iteration, asked: marks } = found
    const task = { jobId, tenantId, productId, data, fileHash, fileName, engineType, marks, iteration, signal }
    const onProgress = (percent: number, note: string) => progress(percent * buildShare, note)
    try {
      return await versionOfUpload(services, { ...task, onProgress })
    } catch (error) {
      if (signal.aborted && signal.reason === 'cancelled') return fail(services, tenantId, data.uploadId, cancelled)
      if (error instanceof CallError) return fail(services, tenantId, data.uploadId, refusalOf(error))
      if (!(error instanceof ChildStopped) || error.reason !== 'fault') throw error
      // Do not retry: it is a bug of ours that this workbook triggers, and it would fail again.
      log.error({ err: error, uploadId: data.uploadId }, 'A workbook could not be built')
      services.reports.report(error, { correlationId: data.correlationId, callId: 'engines.uploadEngine' })
      return fail(services, tenantId, data.uploadId, ourFault)
    }
  },
})

export interface UploadTask extends BuildTask {
  readonly productId: string
  readonly jobId: string
  readonly data: CompileRequest
  readonly inherited?: Pick<NewVersion, 'properties' | 'portNames'>
}

/** Builds a stored workbook, binds its tables and creates the next version; throws a refusal as a `CallError`. */
export async function versionOfUpload(services: Services, task: UploadTask): Promise<EngineUploadResult> {
  const { tenantId, jobId, data, fileHash, signal, inherited } = task
  const built = await buildUpload(services, task)
  if (built.kind === 'refused') throw new CallError(built.refusal.code, built.refusal.message, built.refusal.errors)
  const definitionWarnings = await heldAgainstDefinition(
    services,
    tenantId,
    task.productId,
    built.build.publicInterface,
  )
  const references = await bindReferences(services, { tenantId, fileHash, build: built.build, signal })
  const making = { tenantId, jobId, data, built, references, definitionWarnings }
  return makeVersion(services, { ...making, ...(inherited === undefined ? {} : { inherited }) })
}

function refusalOf({ code, message, errors = [] }: CallError): UploadFailure {
  return { code, message, errors: errors.map(({ field, message: text }) => ({ field, message: text })) }
}

const cancelled: UploadFailure = { code: 'CONFLICT', message: 'The upload was cancelled.', errors: [] }

/** The field of the refusal for a workbook without outputs. */
const outputPrefix = 'Xoutput_'

const ourFault: UploadFailure = {
  code: 'INTERNAL_SERVER_ERROR',
  message: 'The workbook could not be compiled: something went wrong on the server. It has been logged.',
  errors: [],
}

async function fail(services: Services, tenantId: string, uploadId: string, refusal: UploadFailure): Promise<never> {
  await services.db.inTenant(tenantId, (tx) => markFailed(tx, uploadId, refusal))
  throw new JobFailure(refusal.message, missesInterface(refusal) ? 'JOB_INTERFACE_MISSING' : undefined)
}

/** Whether nothing is wrong but that the workbook names no outputs: they can be marked on its sheet. */
function missesInterface({ code, errors }: UploadFailure): boolean {
  return (
    code === 'INVALID_ENGINE_CONFIGURATION' && errors.length > 0 && errors.every(({ field }) => field === outputPrefix)
  )
}
