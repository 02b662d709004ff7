import { downloadDml } from '@sheetwright/contract/dml/download-dml.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { findDmlFile } from './dml-run.store.ts'
import { seenRunsOf } from './dml-source.access.ts'

export const downloadDmlHandler = handle(downloadDml, async ({ caller, params, services: { db, files } }) => {
  const { tenantId } = caller
  const hash = await db.inTenant(tenantId, (tx) => findDmlFile(tx, params.file, seenRunsOf(caller)))
  if (hash === undefined) throw new CallError('FILE_NOT_FOUND', `There is no file "${params.file}"`)
  const size = await files.size(tenantId, hash)
  return {
    fileName: params.file,
    ...(size === undefined ? {} : { size }),
    etag: hash,
    open: (range) => files.open(tenantId, hash, range),
  }
})
