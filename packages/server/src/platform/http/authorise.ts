import { createHash, timingSafeEqual } from 'node:crypto'
import { type Call, isForExistingClients } from '@sheetwright/contract/call.ts'
import type { IncomingHttpHeaders } from 'node:http'
import { CallError } from './call-error.ts'
import type { CallerIdentity } from './caller.ts'

/** Checks the caller against the call's declaration. The features decide which rows they may access. */
export function authorise(call: Call, caller: CallerIdentity): void {
  if (call.caller === 'anyone') return
  if (caller.kind === 'anyone') {
    throw new CallError('UNAUTHORIZED_ACCESS', 'This call needs a signed-in user: send a bearer token')
  }
  if (caller.kind === 'visitor') {
    if (call.visitors === true && call.caller === 'user') return
    throw new CallError('PERMISSION_DENIED', 'A visitor reaches the engine of their link and nothing else')
  }
  if (caller.kind === 'fileVisitor') {
    if (call.visitors === 'ofFile' && call.caller === 'user') return
    throw new CallError('PERMISSION_DENIED', 'A visitor reaches the file of their link and nothing else')
  }
  if (caller.kind === 'key') return authoriseKey(call, caller.scopes)
  if (call.caller === 'supervisor' && !caller.isAdmin && !caller.isSuperuser) {
    throw new CallError('PERMISSION_DENIED', 'This call is for supervisors')
  }
  if (call.caller === 'superuser' && !caller.isSuperuser) {
    throw new CallError('PERMISSION_DENIED', 'This call is for superusers')
  }
}

function authoriseKey(call: Call, scopes: readonly string[]): void {
  if (call.keyScope === undefined || call.caller !== 'user') {
    throw new CallError('PERMISSION_DENIED', 'This call cannot be made with an API key')
  }
  if (!scopes.includes(call.keyScope)) {
    throw new CallError('PERMISSION_DENIED', `This call needs an API key with the scope ${call.keyScope}`)
  }
}

/**
 * The tenant is that of the credentials. A header or URL that names another is a mix-up, refused before anything is
 * read.
 */
export function assertTenant(call: Call, caller: CallerIdentity, url: string, headers: IncomingHttpHeaders): void {
  if (caller.kind === 'anyone') return
  const own = caller.tenantName.toLowerCase()
  const named = headers['x-tenant-name']
  if (named !== undefined && String(named).toLowerCase() !== own) {
    throw new CallError('TENANT_MISMATCH', 'The header x-tenant-name names another tenant than the credentials')
  }
  if (isForExistingClients(call) && decodeURIComponent(url.split('/')[1] ?? '').toLowerCase() !== own) {
    throw new CallError('TENANT_MISMATCH', 'The address names another tenant than the credentials')
  }
}

/** Calls of API clients and of the web app; requests of identity providers and browsers bypass the gateway. */
export function isBehindGateway(call: Call): boolean {
  return isForExistingClients(call) || (/^\/(api|users)\//i.test(call.path) && call.output.kind !== 'plain')
}

export interface GatewaySettings {
  readonly gatewayApiVersion: string | undefined
  readonly gatewaySubscriptionKey: string | undefined
}

/** The headers that an API gateway adds to every call; required only if configured. */
export function assertGateway(settings: GatewaySettings, headers: IncomingHttpHeaders): void {
  const { gatewayApiVersion, gatewaySubscriptionKey } = settings
  if (gatewaySubscriptionKey !== undefined && !sameText(headers['ocp-apim-subscription-key'], gatewaySubscriptionKey)) {
    throw new CallError('UNAUTHORIZED_ACCESS', 'The header ocp-apim-subscription-key is missing or wrong')
  }
  if (gatewayApiVersion !== undefined && headers['apiversion'] !== gatewayApiVersion) {
    throw new CallError('INVALID_INPUT', 'The header apiVersion is missing or wrong', [
      { field: 'header.apiVersion', message: 'is missing or wrong', allowed: gatewayApiVersion },
    ])
  }
}

/** Compares in constant time, for any lengths. */
function sameText(given: unknown, expected: string): boolean {
  if (typeof given !== 'string') return false
  return timingSafeEqual(digest(given), digest(expected))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
