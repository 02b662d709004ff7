import { uploadEngine } from '@sheetwright/contract/engines/upload-engine.ts'
import { handle } from '../../platform/http/handle.ts'
import { beginUpload } from './begin-upload.ts'
import { waitForBuild } from './wait-for-build.ts'

export const uploadEngineHandler = handle(uploadEngine, async (context) => {
  const { caller, services, signal } = context
  const started = await beginUpload(services, caller, context.correlationId, {
    product: context.params.product,
    file: context.files.file,
    asked: context.body.data,
  })
  return waitForBuild(services, caller.tenantId, started, signal)
})
