import { applyMapping, type Mapping } from '@sheetwright/contract/mapping.ts'
import { CallError } from '../../../platform/http/call-error.ts'
import type { KeyIdentity, UserIdentity } from '../../../platform/http/caller.ts'
import type { TellLimit } from '../../../platform/http/tell-limit.ts'
import type { Services } from '../../../services.ts'
import { seenProduct } from '../../engines/engine.access.ts'
import { runServiceCall, tenantOf } from '../run-service-call.ts'
import { noTransform } from './transform-answer.ts'
import { findTransform } from './transform.store.ts'

interface TransformedCall {
  readonly caller: UserIdentity | KeyIdentity
  readonly body: Readonly<Record<string, unknown>>
  readonly services: Services
  readonly correlationId: string
  readonly tellLimit: TellLimit
}

interface Addresses {
  readonly transform: { readonly folder: string; readonly name: string }
  readonly folder: string
  readonly service: string
}

/** Maps a foreign body to inputs, calculates as v3 does, and maps the answer back. The log keeps the mapped call. */
export async function runTransform(call: TransformedCall, { transform: named, folder, service }: Addresses) {
  const { caller, services, correlationId, tellLimit } = call
  const { content } = await services.db.inTenant(caller.tenantId, async (tx) => {
    const product = await seenProduct(tx, caller, named.folder)
    const found = await findTransform(tx, { productId: product.id, name: named.name })
    if (found === undefined) throw noTransform(named.name)
    return found
  })
  const inputs = mapped(content.input_body_transform, call.body, 'body')
  const body = { request_data: { inputs }, request_meta: { call_purpose: `Transform ${named.name}` } }
  const target = { kind: 'engine', product: folder, engine: service } as const
  const made = { caller, body, services, correlationId, bodyText: JSON.stringify(body), tellLimit }
  const { text } = await runServiceCall(made, tenantOf(caller), target)
  return mapped(content.output_body_transform, JSON.parse(text) as Record<string, unknown>, 'answer')
}

function mapped(
  mapping: Mapping | null | undefined,
  source: Readonly<Record<string, unknown>>,
  place: 'body' | 'answer',
) {
  if (!mapping) return { ...source }
  const made = applyMapping(mapping, source)
  if ('result' in made) return made.result
  const errors = made.problems.map(({ field, message }) => ({
    field: `${place}.${field.replace(/^\$\.?/, '')}`,
    message,
  }))
  const first = errors[0]
  throw new CallError('INVALID_INPUT', `The transform could not be applied: ${first?.field} ${first?.message}`, errors)
}
