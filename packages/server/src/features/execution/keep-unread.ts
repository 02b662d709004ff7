import { CallError } from '../../platform/http/call-error.ts'
import { ownCorrelationId } from '../../platform/http/correlation-id.ts'
import type { Handler, UnreadRequest } from '../../platform/http/handle.ts'
import type { Target } from './engine-directory.ts'
import { keepRefusal } from './keep-refusal.ts'
import { requirePublicTenant } from './public-tenant.ts'
import { targetOf } from './run-batch-call.ts'
import { marksOf } from './run-meta.ts'
import { namedService } from './run-service-call.ts'

/** An execution whose refusals are logged even if its body has the wrong shape, as long as its engine is known. */
export function keepingUnread(handler: Handler): Handler {
  return { ...handler, refused: keepUnread }
}

async function keepUnread(request: UnreadRequest, refusal: CallError): Promise<void> {
  const { caller, params, body, bodyText, services, correlationId } = request
  const { execution } = services
  try {
    const target = targetIn(params, fieldsOf(body))
    const tenantId =
      caller.kind === 'anyone' ? (await requirePublicTenant(services, params['tenant'] ?? '')).id : caller.tenantId
    const engine = await execution.directory.locate(tenantId, caller, target)
    const marks = marksOf(labelsIn(body), correlationId)
    const call = { tenantId, at: new Date(), caller, marks, subservice: null, requestText: bodyText }
    await keepRefusal(execution, call, refusal, engine)
  } catch (error) {
    // Nobody's log gets a call whose engine the caller did not name, or may not execute.
    if (!(error instanceof CallError)) throw error
  }
}

type Fields = Readonly<Record<string, unknown>>

/** The engine that a request names in its path, or else in its body. */
function targetIn(params: Readonly<Record<string, string>>, body: Fields): Target {
  const { product = params['folder'], engine = params['service'], serviceId, versionId, suffix } = params
  if (product !== undefined && engine !== undefined) return { kind: 'engine', product, engine }
  if (serviceId !== undefined) return { kind: 'id', engineId: serviceId }
  if (versionId !== undefined) return { kind: 'version', versionId }
  if (suffix !== undefined) return { kind: 'proxy', suffix }
  const meta = fieldsOf(body['request_meta'])
  const { service, version_id } = textsOf(body, ['service', 'version_id'])
  if (service !== undefined || version_id !== undefined) return targetOf({ service, version_id }).target
  return namedService(textsOf(meta, ['service_uri', 'service_id', 'version_id'])).target
}

/** The labels of a call, wherever its format has them. */
function labelsIn(body: unknown): Parameters<typeof marksOf>[0] {
  const fields = fieldsOf(body)
  const meta = 'request_meta' in fields ? fieldsOf(fields['request_meta']) : fields
  return { ...textsOf(meta, ['call_purpose', 'source_system']), correlation_id: ownCorrelationId(body) }
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}

/** The fields that hold a text of the length that calls may have there. */
function textsOf<Name extends string>(fields: Fields, names: readonly Name[]): { [N in Name]?: string } {
  const texts: { [N in Name]?: string } = {}
  for (const name of names) {
    const value = fields[name]
    if (typeof value === 'string' && value.length <= longestText) texts[name] = value
  }
  return texts
}

const longestText = 120
