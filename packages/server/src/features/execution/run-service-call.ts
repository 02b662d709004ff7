import type { BodyOf, ResultOf } from '@sheetwright/contract/call.ts'
import type { executeService } from '@sheetwright/contract/execution/execute-service.ts'
import type { EngineInputs } from '@sheetwright/runtime/engine/call.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallerIdentity } from '../../platform/http/caller.ts'
import { JsonText } from '../../platform/http/json-text.ts'
import type { TellLimit } from '../../platform/http/tell-limit.ts'
import type { Services } from '../../services.ts'
import type { Target } from './engine-directory.ts'
import { workbookAddress } from './workbook-address.ts'
import { type Executed, executeSingle } from './execute-single.ts'
import { readServiceUri } from './service-uri.access.ts'
import { legacyErrors, legacyWarnings } from './legacy-messages.ts'
import { inputsUsed, withArrays } from './shape-answer.ts'

type Body = BodyOf<typeof executeService>

type Answer = ResultOf<typeof executeService>

type Meta = NonNullable<Body['request_meta']>

/** What all these calls share, whoever makes them and however they name the service. */
interface LegacyCall {
  readonly caller: CallerIdentity
  readonly body: Body | undefined
  readonly services: Services
  readonly correlationId: string
  readonly bodyText: string
  readonly tellLimit: TellLimit
}

export async function runServiceCall(
  { caller, body, services, correlationId, bodyText, tellLimit }: LegacyCall,
  tenant: { readonly id: string; readonly name: string },
  target: Target,
  revision?: string,
): Promise<JsonText<Answer>> {
  const meta: Meta = { ...body?.request_meta }
  if (revision !== undefined) meta.version ??= revision
  const inputs: EngineInputs = body?.request_data?.inputs ?? {}
  return executeSingle(
    services.execution,
    { tenantId: tenant.id, caller, target, inputs, meta, requestId: correlationId, requestText: bodyText, tellLimit },
    (executed) => JsonText.of(legacyAnswer(executed, inputs, meta, tenant.name)),
  )
}

export function tenantOf(caller: Exclude<CallerIdentity, { kind: 'anyone' }>) {
  return { id: caller.tenantId, name: caller.tenantName }
}

/** The service named in the body, for calls without one in the path. */
export function namedService(meta: Body['request_meta']): { target: Target; revision: string | undefined } {
  if (meta?.service_uri) return readServiceUri(meta.service_uri, 'body.request_meta.service_uri')
  if (meta?.service_id) return { target: { kind: 'id', engineId: meta.service_id }, revision: undefined }
  if (meta?.version_id) return { target: { kind: 'version', versionId: meta.version_id }, revision: undefined }
  throw new CallError('INVALID_INPUT', 'The request does not say which service is meant', [
    {
      field: 'body.request_meta.service_uri',
      message: 'is missing',
      allowed: 'service_uri, service_id or version_id',
    },
  ])
}

function legacyAnswer(executed: Executed, inputs: EngineInputs, meta: Meta, tenantName: string): Answer {
  const { chosen, engine, result, atText, marks } = executed
  const { version } = chosen
  const isRefused = result.refused === true
  return {
    status: isRefused ? 'Error' : 'Success',
    error: null,
    response_data: {
      outputs: isRefused ? null : withArrays(result.outputs, meta.array_outputs),
      warnings: legacyWarnings(executed.warnings),
      errors: legacyErrors(result.errors),
      service_chain: null,
      ...(meta.response_data_inputs === true ? { inputs: inputsUsed(engine, meta.service_category, inputs) } : {}),
      ...(meta.debug_solve === true ? { solves: [...result.solves] } : {}),
    },
    response_meta: {
      service_id: version.engineId,
      version_id: version.id,
      version: version.revision,
      process_time: result.micros / 1000,
      call_id: executed.callId,
      compiler_type: version.engineType,
      compiler_version: engine.compilerVersion,
      engine_id: version.engineId,
      correlation_id: marks.correlationId,
      system: 'Sheetwright',
      request_timestamp: atText,
      ...(meta.excel_file === true ? { excel_file: workbookAddress(tenantName, executed) } : {}),
    },
  }
}
