import { and, eq, sql } from 'drizzle-orm'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/new-id.ts'
import { type ChainStep, engineChains } from '../../platform/db/schema/engines.ts'

export interface StoredChain {
  readonly id: string
  readonly engineId: string
  readonly name: string
  /** The engines after the first. */
  readonly steps: readonly ChainStep[]
}

const columns = {
  id: engineChains.id,
  engineId: engineChains.engineId,
  name: engineChains.name,
  steps: engineChains.steps,
}

export function listChainsOf(tx: TenantTransaction, engineId: string): Promise<StoredChain[]> {
  return tx.q
    .select(columns)
    .from(engineChains)
    .where(and(eq(engineChains.tenantId, tx.tenantId), eq(engineChains.engineId, engineId)))
    .orderBy(sql`${engineChains.name} COLLATE name_order`, engineChains.id)
}

export function allChains(tx: TenantTransaction): Promise<StoredChain[]> {
  return tx.q.select(columns).from(engineChains).where(eq(engineChains.tenantId, tx.tenantId))
}

/** Replaces a chain of the same name. */
export async function saveChain(
  tx: TenantTransaction,
  chain: Omit<StoredChain, 'id'> & { readonly createdBy: string },
): Promise<string> {
  const steps = [...chain.steps]
  const [present] = await tx.q
    .update(engineChains)
    .set({ name: chain.name, steps, updatedAt: sql`now()` })
    .where(
      and(
        eq(engineChains.tenantId, tx.tenantId),
        eq(engineChains.engineId, chain.engineId),
        sql`name_key(${engineChains.name}) = name_key(${chain.name})`,
      ),
    )
    .returning({ id: engineChains.id })
  if (present !== undefined) return present.id
  const id = newId()
  await tx.q.insert(engineChains).values({ tenantId: tx.tenantId, id, ...chain, steps })
  return id
}

export async function updateChain(
  tx: TenantTransaction,
  id: string,
  { name, steps }: Pick<StoredChain, 'name' | 'steps'>,
): Promise<void> {
  await tx.q
    .update(engineChains)
    .set({ name, steps: [...steps], updatedAt: sql`now()` })
    .where(and(eq(engineChains.tenantId, tx.tenantId), eq(engineChains.id, id)))
}

export async function deleteChain(tx: TenantTransaction, engineId: string, id: string): Promise<boolean> {
  const gone = await tx.q
    .delete(engineChains)
    .where(and(eq(engineChains.tenantId, tx.tenantId), eq(engineChains.engineId, engineId), eq(engineChains.id, id)))
    .returning({ id: engineChains.id })
  return gone.length > 0
}
