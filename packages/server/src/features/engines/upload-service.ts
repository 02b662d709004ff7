import { uploadService } from '@sheetwright/contract/engines/upload-service.ts'
import { callableName, isId } from '@sheetwright/contract/names.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { type CallContext, handle } from '../../platform/http/handle.ts'
import { requireEngine } from './engine.access.ts'
import { findEngine } from './engine.store.ts'
import { beginUpload } from './begin-upload.ts'
import { unknownCounts } from './workbook-counts.ts'

export const uploadServiceHandler = handle(uploadService, async (context) => {
  const { caller, params, body, files, services, correlationId } = context
  const { effective_start_date, effective_end_date, version_difference } = body.engineUploadRequestEntity.request_data
  const started = await beginUpload(services, caller, correlationId, {
    product: params.folder,
    file: files.serviceFile,
    asked: {
      serviceName: await serviceNameOf(context),
      releaseNote: '',
      publish: false,
      versionUpgrade: version_difference,
      effectiveStartDate: effective_start_date,
      effectiveEndDate: effective_end_date,
    },
  })
  return {
    status: 'Success' as const,
    response_data: {
      original_file_documentid: started.uploadId,
      engine_file_documentid: started.engineFileId,
      nodegen_compilation_jobid: started.jobId,
      ...unknownCounts,
    },
  }
})

/** A service is addressed by its name, or by its id once it exists. */
async function serviceNameOf({ caller, params, services }: CallContext<typeof uploadService>): Promise<string> {
  const address = { product: params.folder, engine: params.service }
  const known = await services.db.inTenant(caller.tenantId, (tx) =>
    isId(params.service) ? requireEngine(tx, caller, address, 'write') : findEngine(tx, caller, address),
  )
  if (known !== undefined) return known.serviceName
  const name = callableName.safeParse(params.service)
  if (name.success) return name.data
  const message = name.error.issues[0]?.message ?? 'is not allowed'
  throw new CallError('INVALID_INPUT', `"${params.service}" cannot be a service name: it ${message}`, [
    { field: 'path.service', message },
  ])
}
