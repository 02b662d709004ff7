import type { LiveEvent } from '@sheetwright/contract/events/stream-events.ts'
import type { AccessLevel } from '@sheetwright/contract/permissions/access-level.ts'
import { accessRanks } from '@sheetwright/contract/permissions/access-level.ts'
import { FreshCache, type Soon } from '../../platform/caches/fresh-cache.ts'
import type { Database, TenantTransaction } from '../../platform/db/database.ts'
import type { Events } from '../../platform/events/events.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallerIdentity } from '../../platform/http/caller.ts'
import { requireEngineToRun, requireRunnable } from '../engines/engine.access.ts'
import { engineOfVersion, type RunnableVersion } from '../engines/engine-version.store.ts'
import { engineIdOfProxy } from './proxy-rule.store.ts'
import { callSettingsOf } from '../call-log/call-settings.store.ts'
import { type NamedEngine, type RefusedEngine, RefusedExecution } from './refused-execution.ts'
import { findPublicEngine } from './public-engine.store.ts'

/** What a call addresses: an engine in a product, an engine, a version, or a proxy address. */
export type Target =
  | { readonly kind: 'engine'; readonly product: string; readonly engine: string }
  | { readonly kind: 'id'; readonly engineId: string }
  | { readonly kind: 'version'; readonly versionId: string }
  | { readonly kind: 'proxy'; readonly suffix: string }

/** Selects one of its versions. */
export interface WantedVersion {
  readonly versionId?: string | undefined
  readonly revision?: string | undefined
  /** The transaction date; now if omitted. */
  readonly at?: Date | undefined
}

export interface Chosen {
  readonly version: RunnableVersion
  /** Named by the caller although not in effect at the date. */
  readonly isOutside: boolean
  readonly access: AccessLevel
}

/** Resolves the address of a call for a caller who may execute it, with a cache in front of the database. */
export interface EngineDirectory {
  choose(tenantId: string, caller: CallerIdentity, target: Target, wanted: WantedVersion): Soon<Chosen>
  /** The engine alone, whether or not it has a version to run. */
  locate(tenantId: string, caller: CallerIdentity, target: Target): Promise<RefusedEngine>
  close(): void
}

/** Cached keys of a caller. */
interface CallerKeys {
  readonly rights: string
  last: { readonly product: string; readonly engine: string; readonly key: string } | undefined
}

/** Events that invalidate the cache of a tenant. */
const telling: ReadonlySet<LiveEvent['type']> = new Set(['engine.changed', 'product.changed'])

export function openEngineDirectory(db: Database, events: Events): EngineDirectory {
  const cache = new FreshCache<Chosen>()
  const close = events.hear({
    changed: (tenantId, { type }) => {
      if (telling.has(type)) cache.forget(tenantId)
    },
    onGap: () => cache.forgetAll(),
  })

  /** A caller stays the same object until its identity is read again. */
  const keysOfCallers = new WeakMap<CallerIdentity, CallerKeys>()
  const keysOf = (caller: CallerIdentity): CallerKeys => {
    const known = keysOfCallers.get(caller)
    if (known !== undefined) return known
    const keys = { rights: JSON.stringify(rightsOf(caller)), last: undefined }
    keysOfCallers.set(caller, keys)
    return keys
  }

  const keyOf = (caller: CallerIdentity, target: Target, wanted: WantedVersion): string => {
    const keys = keysOf(caller)
    const { rights, last } = keys
    if (target.kind !== 'engine' || !isPlain(wanted)) return `${keyOfTarget(target)} ${keyOfWanted(wanted)} ${rights}`
    // A caller mostly calls the same engine again.
    if (last !== undefined && last.product === target.product && last.engine === target.engine) return last.key
    const key = `${keyOfTarget(target)}  ${rights}`
    keys.last = { product: target.product, engine: target.engine, key }
    return key
  }

  return {
    choose: (tenantId, caller, target, wanted) => {
      const load = () =>
        db.inTenant(tenantId, (tx) => find(tx, caller, target, wanted), {
          isolation: 'repeatable read',
          readOnly: true,
        })
      // A caller who has just changed something sees the change, even if this process has not received its event yet.
      if (events.isExpecting(tenantId, telling)) return load()
      return cache.get(tenantId, keyOf(caller, target, wanted), load)
    },
    locate: (tenantId, caller, target) =>
      db.inTenant(tenantId, async (tx) => withMaskedInputs(tx, await locate(tx, caller, target)), { readOnly: true }),
    close,
  }
}

async function find(
  tx: TenantTransaction,
  caller: CallerIdentity,
  target: Target,
  { versionId, revision, at }: WantedVersion,
): Promise<Chosen> {
  const engine = await locate(tx, caller, target)
  try {
    return await runnableOf(tx, caller, engine, target, { versionId, revision, at })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    throw new RefusedExecution(error, await withMaskedInputs(tx, engine))
  }
}

async function withMaskedInputs(tx: TenantTransaction, engine: NamedEngine): Promise<RefusedEngine> {
  const { maskedInputs } = await callSettingsOf(tx, engine.productId)
  return { ...engine, maskedInputs }
}

async function runnableOf(
  tx: TenantTransaction,
  caller: CallerIdentity,
  engine: Located,
  target: Target,
  { versionId, revision, at }: WantedVersion,
): Promise<Chosen> {
  const { version, isOutside } = await requireRunnable(tx, {
    engineId: engine.id,
    versionId: target.kind === 'version' ? target.versionId : versionId,
    revision,
    at: at ?? new Date(),
    mayEdit: accessRanks[engine.access] >= accessRanks.edit && worksOnEngines(caller),
  })
  if (version.productStatus === 'Archive') {
    throw new CallError('PRODUCT_ARCHIVED', 'The product is archived, and its engines do not calculate')
  }
  return { version, isOutside, access: engine.access }
}

interface Located extends NamedEngine {
  readonly access: AccessLevel
}

async function locate(tx: TenantTransaction, caller: CallerIdentity, target: Target): Promise<Located> {
  switch (target.kind) {
    case 'engine': {
      if (caller.kind === 'anyone') return findPublicEngine(tx, target)
      return requireEngineToRun(tx, caller, target)
    }
    case 'id':
      return byId(tx, caller, target.engineId)
    case 'version': {
      const found = await engineOfVersion(tx, target.versionId)
      const missing = () => new CallError('ENGINE_VERSION_NOT_FOUND', `There is no version "${target.versionId}"`)
      return byOtherName(tx, caller, found?.engineId, missing)
    }
    case 'proxy': {
      const engineId = await engineIdOfProxy(tx, target.suffix)
      const missing = () => new CallError('PROXY_URL_NOT_FOUND', `No engine has the proxy address "${target.suffix}"`)
      return byOtherName(tx, caller, engineId, missing)
    }
    default:
      return target satisfies never
  }
}

function byId(tx: TenantTransaction, caller: CallerIdentity, id: string): Promise<Located> {
  return caller.kind === 'anyone' ? findPublicEngine(tx, { id }) : requireEngineToRun(tx, caller, { id })
}

/** The engine behind a version or an address. One that the caller may not see does not exist for the caller. */
async function byOtherName(
  tx: TenantTransaction,
  caller: CallerIdentity,
  id: string | undefined,
  missing: () => CallError,
): Promise<Located> {
  if (caller.kind === 'anyone') return findPublicEngine(tx, { id: id ?? '' })
  if (id === undefined) throw missing()
  try {
    return await requireEngineToRun(tx, caller, { id })
  } catch (error) {
    throw error instanceof CallError && error.code === 'ENGINE_NOT_FOUND' ? missing() : error
  }
}

/** False for a program that may only execute: it runs no drafts, whatever its group may do. */
function worksOnEngines(caller: CallerIdentity): boolean {
  return caller.kind !== 'key' || caller.scopes.includes('author')
}

function isPlain({ versionId, revision, at }: WantedVersion): boolean {
  return versionId === undefined && revision === undefined && at === undefined
}

function keyOfWanted(wanted: WantedVersion): string {
  return isPlain(wanted) ? '' : JSON.stringify([wanted.versionId, wanted.revision, wanted.at])
}

/** Names can hold any character, so the length of the first separates it from the second. */
function keyOfTarget(target: Target): string {
  switch (target.kind) {
    case 'engine':
      return `engine ${target.product.length} ${target.product} ${target.engine.length} ${target.engine}`
    case 'id':
      return `id ${target.engineId}`
    case 'version':
      return `version ${target.versionId}`
    case 'proxy':
      return `proxy ${target.suffix.length} ${target.suffix}`
    default:
      return target satisfies never
  }
}

/** Every property of a caller that affects permissions. */
function rightsOf(caller: CallerIdentity): readonly unknown[] {
  switch (caller.kind) {
    case 'user':
      return ['user', caller.userId, caller.isAdmin, caller.isSuperuser, caller.groups]
    case 'key':
      return ['key', caller.groups, worksOnEngines(caller), caller.reach, caller.personId]
    case 'visitor':
      return ['visitor', caller.productId, caller.serviceName]
    // A visitor of a shared file reaches no engine.
    case 'fileVisitor':
    case 'anyone':
      return ['anyone']
    default:
      return caller satisfies never
  }
}
