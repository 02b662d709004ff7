import {
  getCompilationProgress,
  getServiceByVersion,
  publishService,
  searchServices,
  uploadService,
} from '@sheetwright/contract/engines/legacy-services.ts'
import type { EnginePort } from '@sheetwright/contract/engines/interface.ts'
import { entityName } from '@sheetwright/contract/names.ts'
import { desc } from 'drizzle-orm'
import { engines } from '../../platform/db/schema/engines.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { type CallContext, handle } from '../../platform/http/handle.ts'
import { findJob } from '../../platform/jobs/job.store.ts'
import { readBuild, renamedInterface } from './engine-build.store.ts'
import { maySee } from './engine-detail.ts'
import { nameContains, productNameContains } from './engine-filters.ts'
import { requireEngine } from './engine.access.ts'
import { findEngine, findEngineById, listEngines, type StoredEngine } from './engine.store.ts'
import { findUpload, findUploadOfJob } from './engine-upload.store.ts'
import { engineOfVersion, findVersion, findVersionOfUpload, type StoredVersion } from './engine-version.store.ts'
import { publishVersion } from './publish-engine.ts'
import { beginUpload, resultOf } from './upload-engine.ts'

export const uploadServiceHandler = handle(uploadService, async (context) => {
  const { caller, params, body, files, services, correlationId, signal } = context
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
  const result = await resultOf(services, caller.tenantId, started, signal)
  return {
    status: 'Success' as const,
    response_data: {
      original_file_documentid: result.originalFileDocumentId,
      engine_file_documentid: result.engineFileDocumentId,
      nodegen_compilation_jobid: result.jobId,
      no_of_sheets: result.noOfSheets,
      no_of_inputs: result.noOfInputs,
      no_of_outputs: result.noOfOutputs,
      no_of_formulas: result.noOfFormulas,
      no_of_cellswithdata: result.noOfCellsWithData,
      warnings: result.warnings.length === 0 ? null : result.warnings,
    },
  }
})

/** A service is addressed by its name, or by the id that it has once it exists. */
async function serviceNameOf({ caller, params, services }: CallContext<typeof uploadService>): Promise<string> {
  const address = { product: params.folder, engine: params.service }
  const known = await services.db.inTenant(caller.tenantId, (tx) => findEngine(tx, caller, address))
  if (known !== undefined) return known.serviceName
  const name = entityName.safeParse(params.service)
  if (name.success) return name.data
  const message = name.error.issues[0]?.message ?? 'is not allowed'
  throw new CallError('INVALID_INPUT', `"${params.service}" cannot be a service name: it ${message}`, [
    { field: 'path.service', message },
  ])
}

const progressOf = {
  Pending: 'InProgress',
  InProgress: 'InProgress',
  Success: 'Success',
  Fail: 'Failed',
  Cancelled: 'Failed',
} as const

export const getCompilationProgressHandler = handle(getCompilationProgress, ({ caller, params, services: { db } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const job = await findJob(tx, params.jobId)
    const upload = job && (await findUploadOfJob(tx, params.jobId))
    const missing = () => new CallError('JOB_NOT_FOUND', `There is no compilation ${params.jobId}`)
    if (!job || !upload) throw missing()
    // A first upload that failed left no engine; whoever started it may still ask.
    const isOwn = caller.kind === 'user' && job.userId === caller.userId && isCalled(upload.serviceName, params.service)
    const engine = isOwn
      ? undefined
      : await requireEngine(tx, caller, { product: params.folder, engine: params.service }, 'write')
    const isMeant = upload.productId === engine?.productId && isCalled(upload.serviceName, engine.serviceName)
    if (!isOwn && !isMeant) throw missing()
    return {
      status: 'Success' as const,
      response_data: {
        status: progressOf[job.status],
        progress: job.progress,
        last_error_message: job.failureReason,
      },
    }
  }),
)

export const publishServiceHandler = handle(publishService, ({ caller, params, body, services, correlationId }) =>
  services.db.inTenant(caller.tenantId, async (tx) => {
    const asked = body.request_data
    const engine = await requireEngine(tx, caller, { product: params.folder, engine: params.service }, 'write')
    const upload = await findUpload(tx, asked.original_file_documentid)
    const version = upload && (await findVersionOfUpload(tx, upload.id))
    const isSame = (asked.engine_file_documentid ?? version?.engineFileId) === version?.engineFileId
    if (version === undefined || version.engineId !== engine.id || !isSame) {
      throw new CallError('FILE_NOT_FOUND', `The service has no uploaded file ${asked.original_file_documentid}`)
    }
    const published = await publishVersion(tx, services, { caller, correlationId }, engine, version, {
      // Clients of this kind send no notes: what they publish says so.
      releaseNote: asked.release_note || version.releaseNote || 'Published by API',
      versionUpgrade: asked.version_difference,
      effectiveStartDate: asked.effective_start_date,
      effectiveEndDate: asked.effective_end_date,
    })
    return {
      status: 'Success' as const,
      response_data: { version_id: published.id, version: published.revision, service_id: engine.id },
    }
  }),
)

export const getServiceByVersionHandler = handle(getServiceByVersion, ({ caller, params, services: { db, files } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const owner = await engineOfVersion(tx, params.versionId)
    const engine = owner && (await findEngineById(tx, caller, owner.engineId))
    const version = engine && (await findVersion(tx, engine.id, params.versionId))
    if (!engine || !version || !maySee(engine, version)) {
      throw new CallError('ENGINE_VERSION_NOT_FOUND', `There is no version ${params.versionId}`)
    }
    const build = await readBuild(files, caller.tenantId, version.buildHash)
    const ports = renamedInterface(build.publicInterface, version.portNames)
    return {
      status: 'Success' as const,
      response_data: {
        ...serviceAnswer(engine, version),
        inputs: ports.inputs.map((port) => ({ ...portAnswer(port), default: port.default })),
        outputs: ports.outputs.map(portAnswer),
        subservices: ports.subservices.map(({ name }) => name),
        release_note: version.releaseNote,
        original_file_documentid: version.uploadId,
        engine_file_documentid: version.engineFileId,
      },
    }
  }),
)

export const searchServicesHandler = handle(searchServices, ({ caller, body, services: { db } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const { page, page_size, search } = body.request_data
    const filters = search.map(({ field, value }) =>
      field === 'service_name' ? nameContains(value) : productNameContains(value),
    )
    const order = desc(engines.updatedAt)
    const { items, count } = await listEngines(tx, caller, { page, pageSize: page_size, order, filters })
    return {
      status: 'Success' as const,
      response_data: { services: items.map((engine) => serviceAnswer(engine, shown(engine))), count },
    }
  }),
)

function shown(engine: StoredEngine): StoredVersion | null {
  return engine.version !== null && maySee(engine, engine.version) ? engine.version : null
}

function serviceAnswer(engine: StoredEngine, version: StoredVersion | null) {
  return {
    service_id: engine.id,
    service_name: engine.serviceName,
    folder_id: engine.productId,
    folder_name: engine.productName,
    service_uri: `${engine.productName}/${engine.serviceName}`,
    version_id: version?.id ?? null,
    version: version?.revision ?? null,
    status: version?.state ?? null,
    compiler_type: engine.engineType,
    effective_start_date: version?.effectiveStartDate ?? null,
    effective_end_date: version?.effectiveEndDate ?? null,
    created_at: engine.createdAt,
    updated_at: engine.updatedAt,
  }
}

function portAnswer({ name, description, shape, type }: EnginePort) {
  return { name, description, type: shape === 'block' ? 'table' : (type ?? 'text') }
}

/** Names are compared as the database does, well enough to tell a mistaken address. */
function isCalled(serviceName: string, name: string): boolean {
  const key = (text: string) => text.normalize('NFKC').toLowerCase()
  return key(serviceName) === key(name) || /^[0-9a-f-]{36}$/i.test(name)
}
