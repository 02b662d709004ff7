import { newId } from '../../platform/db/new-id.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import type { Services } from '../../services.ts'
import { actorOf } from '../../platform/audit/audit.store.ts'
import { personBehind } from '../api-keys/api-key.access.ts'
import { compileEngine } from './compile-engine.job.ts'
import type { CompileRequest } from './compile-request.ts'
import type { AuthorIdentity } from './engine-author.ts'
import { findUpload, insertUpload, setUploadJob, type StoredUpload } from './engine-upload.store.ts'
import type { StoredVersion } from './engine-version.store.ts'

interface Rebuilding {
  readonly serviceName: string
  readonly old: StoredVersion
  /** The old version's setting if omitted. */
  readonly iteration?: StoredUpload['iteration']
  readonly asked: CompileRequest['asked']
}

/** Builds a new version from the workbook of an old one, in the background. */
export async function rebuildVersion(
  tx: TenantTransaction,
  { jobs }: Pick<Services, 'jobs'>,
  caller: AuthorIdentity,
  correlationId: string,
  { serviceName, old, iteration, asked }: Rebuilding,
): Promise<{ readonly jobId: string; readonly uploadId: string; readonly versionId: string }> {
  const upload = await findUpload(tx, old.uploadId)
  if (upload === undefined) throw new Error('The upload of a version is gone')
  const userId = await personBehind(tx, caller)
  const { productId, fileName, fileHash, fileSize, marks } = upload
  const { id: uploadId } = await insertUpload(tx, {
    productId,
    serviceName,
    uploadedBy: userId,
    fileName,
    fileHash,
    fileSize,
    ...(marks === null ? {} : { marks }),
    iteration: iteration === undefined ? upload.iteration : iteration,
  })
  const versionId = newId()
  const author = actorOf(caller, correlationId)
  const jobId = await jobs.enqueue(tx, compileEngine, userId, {
    Name: serviceName,
    uploadId,
    versionId,
    correlationId,
    actorId: author.userId,
    actorName: author.name,
    groups: [...caller.groups],
    asked,
  })
  await setUploadJob(tx, uploadId, jobId)
  return { jobId, uploadId, versionId }
}
