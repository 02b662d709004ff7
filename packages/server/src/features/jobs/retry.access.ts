import type { Job, JobType } from '@sheetwright/contract/jobs/job.ts'
import type { z } from 'zod'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { UserIdentity } from '../../platform/http/caller.ts'
import type { Files } from '../../platform/files/files.ts'
import { callsFor } from '../call-log/call.access.ts'
import { downloadLogs } from '../call-log/download-logs.job.ts'
import { requireEngineById } from '../engines/engine.access.ts'
import { engineOfVersion } from '../engines/engine-version.store.ts'
import { deleteFolderContent } from '../files/delete-folder.job.ts'
import { assertManages, entryFor, folderFor, viewerOf } from '../files/entry.access.ts'
import { packEntries } from '../files/pack-entries.job.ts'
import { unpackFolder } from '../files/unpack-folder.job.ts'
import { assertMay, readerOf } from '../products/product.access.ts'
import { findProduct } from '../products/product.store.ts'
import { downloadFolder } from '../products/zip/export-product.job.ts'
import { uploadFolder, wantedZip } from '../products/zip/import-product.job.ts'
import { managesProduct, requireImportRules } from '../products/zip/import-target.access.ts'
import { resultsCsv, resultsExcel } from '../test-beds/download-results.job.ts'
import { requireRun } from '../test-beds/test-bed.access.ts'

type JobData = Readonly<Record<string, unknown>>

/** Throws what starting the job anew would; returns its data with the caller's present groups. */
type Check = (where: Where, caller: UserIdentity, data: unknown) => Promise<JobData> | undefined

interface Where {
  readonly tx: TenantTransaction
  readonly files: Files
}

/** The check of one kind of job; undefined for data of another kind under the same type. */
function checked<S extends z.ZodType<JobData>>(
  { schema }: { readonly schema: S },
  check: (where: Where, caller: UserIdentity, data: z.output<S>) => Promise<JobData>,
): Check {
  return (where, caller, data) => {
    const read = schema.safeParse(data)
    return read.success ? check(where, caller, read.data) : undefined
  }
}

const results = [resultsCsv, resultsExcel].map((kind) =>
  checked(kind, async ({ tx }, caller, data) => {
    await requireRun(tx, caller, data.runId, 'read')
    return data
  }),
)

const checks: Partial<Record<JobType, readonly Check[]>> = {
  DownloadFolder: [
    checked(downloadFolder, async ({ tx }, caller, data) => {
      if (data.versionIds === undefined) await assertMayEdit(tx, caller, data.productId)
      for (const id of data.versionIds ?? []) {
        const owner = await engineOfVersion(tx, id)
        if (owner !== undefined) await requireEngineById(tx, caller, owner.engineId, 'write')
      }
      return data
    }),
    checked(packEntries, async ({ tx }, caller, data) => {
      const viewer = viewerOf(caller)
      for (const id of data.entries) await entryFor(tx, viewer, id)
      return { ...data, groups: [...caller.groups], isSupervisor: viewer.isSupervisor }
    }),
  ],
  UploadFolder: [
    checked(uploadFolder, async ({ tx, files }, caller, data) => {
      const { manifest } = await wantedZip(files, tx.tenantId, data)
      await requireImportRules(tx, caller, manifest)
      const { productId } = data
      if (productId !== null) await assertMayEdit(tx, caller, productId)
      const mayManage = productId !== null && (await managesProduct(tx, caller, productId))
      return { ...data, groups: [...caller.groups], mayManage }
    }),
    checked(unpackFolder, async ({ tx }, caller, data) => {
      const viewer = viewerOf(caller)
      await folderFor(tx, viewer, data.folderId)
      return { ...data, groups: [...caller.groups], isSupervisor: viewer.isSupervisor }
    }),
  ],
  DeleteFolder: [
    checked(deleteFolderContent, async ({ tx }, caller, data) => {
      const { entry } = await folderFor(tx, viewerOf(caller), data.folderId)
      if (entry !== undefined) assertManages(entry)
      return data
    }),
  ],
  DownloadLogs: [
    checked(downloadLogs, async ({ tx }, caller, data) => {
      const engine = await requireEngineById(tx, caller, data.engineId, 'read')
      return { ...data, madeBy: callsFor(caller, engine) ?? data.madeBy }
    }),
  ],
  TestbedResultCSV: results,
  TestbedResultExcel: results,
}

/**
 * The data with which a job runs again, for a caller who might start it now: since it was started, their permissions
 * may have been taken away. Undefined if they might not.
 */
export async function dataForRetry(
  where: Where,
  caller: UserIdentity,
  { type, data }: Job,
): Promise<JobData | undefined> {
  try {
    for (const check of checks[type] ?? []) {
      const found = check(where, caller, data)
      if (found !== undefined) return await found
    }
    return undefined
  } catch (error) {
    if (error instanceof CallError) return undefined
    throw error
  }
}

async function assertMayEdit(tx: TenantTransaction, caller: UserIdentity, productId: string): Promise<void> {
  const product = await findProduct(tx, readerOf(caller), productId)
  if (product === undefined) throw new CallError('PRODUCT_NOT_FOUND', `There is no product "${productId}"`)
  assertMay('edit', product)
}
