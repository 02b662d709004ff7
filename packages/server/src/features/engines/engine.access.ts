import type { TenantTransaction } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallerIdentity } from '../../platform/http/caller.ts'
import { requireOn, requireOnFound, type Right } from '../permissions/entity.access.ts'
import { passerOf } from '../products/product.access.ts'
import { findProduct, type StoredProduct } from '../products/product.store.ts'
import {
  type EngineAddress,
  type EngineToRun,
  findEngine,
  findEngineById,
  findEngineToRun,
  type StoredEngine,
} from './engine.store.ts'
import {
  findRunnable,
  findVersion,
  type RunnableVersion,
  type StoredVersion,
  type VersionChoice,
} from './engine-version.store.ts'

/** The product of an engine, for callers who may see the product or something in it. */
export async function seenProduct(
  tx: TenantTransaction,
  caller: CallerIdentity,
  idOrName: string,
): Promise<StoredProduct> {
  const product = await findProduct(tx, passerOf(caller), idOrName)
  if (product === undefined) throw productNotFound(idOrName)
  return product
}

/** The product that an engine is added to. */
export async function requireProduct(
  tx: TenantTransaction,
  caller: CallerIdentity,
  idOrName: string,
  right: Right,
): Promise<StoredProduct> {
  const product = await seenProduct(tx, caller, idOrName)
  const entity = { type: 'product', id: product.id, productId: product.id } as const
  await requireOn(tx, caller, entity, right, () => productNotFound(idOrName))
  return product
}

function productNotFound(idOrName: string): CallError {
  return new CallError('PRODUCT_NOT_FOUND', `There is no product "${idOrName}"`)
}

/** The engine that a call names, if the caller has this permission. Hidden engines do not exist for the caller. */
export async function requireEngine(
  tx: TenantTransaction,
  caller: CallerIdentity,
  address: EngineAddress,
  right: Right,
): Promise<StoredEngine> {
  return allowed(caller, await findEngine(tx, caller, address), right, () => noEngineAt(address))
}

/** The same for an engine named only by its id. */
export async function requireEngineById(
  tx: TenantTransaction,
  caller: CallerIdentity,
  id: string,
  right: Right,
): Promise<StoredEngine> {
  return allowed(caller, await findEngineById(tx, caller, id), right, () => noEngine(id))
}

/** The engine at an address, or with an id, for a caller who executes it. */
export async function requireEngineToRun(
  tx: TenantTransaction,
  caller: CallerIdentity,
  at: EngineAddress | { readonly id: string },
): Promise<EngineToRun> {
  const found = await findEngineToRun(tx, caller, at)
  return allowed(caller, found, 'execute', () => ('id' in at ? noEngine(at.id) : noEngineAt(at)))
}

function allowed<E extends EngineToRun>(
  caller: CallerIdentity,
  engine: E | undefined,
  right: Right,
  missing: () => CallError,
): E {
  if (engine === undefined) throw missing()
  requireOnFound(caller, { type: 'engine', ...engine }, right, missing)
  return engine
}

function noEngineAt({ product, engine }: EngineAddress): CallError {
  return new CallError('ENGINE_NOT_FOUND', `There is no engine "${engine}" in a product "${product}"`)
}

function noEngine(id: string): CallError {
  return new CallError('ENGINE_NOT_FOUND', `There is no engine "${id}"`)
}

/**
 * Refuses to hand the workbook or the program of an engine to callers who may only view it, unless its setting allows
 * that. Every export calls this.
 */
export function assertMayLeave({ access, mayLeave, serviceName }: StoredEngine): void {
  if (access !== 'view' || mayLeave) return
  throw new CallError(
    'PERMISSION_DENIED',
    `The workbook and the program of "${serviceName}" are for those who may edit it. Its owner can allow handing it out`,
  )
}

/**
 * The version that a call names, of an engine that the caller may see. Drafts and archived versions are only for
 * editors.
 */
export async function requireVersion(
  tx: TenantTransaction,
  engine: StoredEngine,
  idOrRevision: string,
): Promise<StoredVersion> {
  const version = await findVersion(tx, engine.id, idOrRevision)
  if (version !== undefined && maySee(engine, version)) return version
  throw new CallError('ENGINE_VERSION_NOT_FOUND', `The engine has no version ${idOrRevision}`)
}

export function maySee({ access }: StoredEngine, { state }: StoredVersion): boolean {
  return access !== 'view' || state === 'Active' || state === 'Inactive'
}

/** The version that runs; throws the reason if none does. */
export async function requireRunnable(
  tx: TenantTransaction,
  choice: VersionChoice,
): Promise<{ version: RunnableVersion; isOutside: boolean }> {
  const found = await findRunnable(tx, choice)
  switch (found.kind) {
    case 'version':
      return found
    case 'inactive':
      throw new CallError('ENGINE_INACTIVE_WARNING', `Version ${found.version.revision} of the engine is inactive`)
    case 'missing':
      throw new CallError(
        'ENGINE_VERSION_NOT_FOUND',
        `The engine has no version ${choice.versionId ?? choice.revision ?? ''}`,
      )
    case 'none in effect':
      throw new CallError(
        'NO_ACTIVE_VERSION',
        `No version of the engine is active on ${choice.at.toISOString().slice(0, 10)}`,
      )
    default:
      return found satisfies never
  }
}
