import { and, eq } from 'drizzle-orm'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { engineProofs } from '../../platform/db/schema/engines.ts'

export interface LaterProof {
  /** Total runs, including those of the build. */
  readonly runs: number
  readonly differences: (typeof engineProofs.$inferSelect)['differences']
  readonly fault: string | null
}

/** How far the proof of a build came after the build; undefined if it did not continue. */
export async function findLaterProof(tx: TenantTransaction, buildHash: string): Promise<LaterProof | undefined> {
  const [row] = await tx.q
    .select({ runs: engineProofs.runs, differences: engineProofs.differences, fault: engineProofs.fault })
    .from(engineProofs)
    .where(and(eq(engineProofs.tenantId, tx.tenantId), eq(engineProofs.buildHash, buildHash)))
  return row
}

export async function saveLaterProof(tx: TenantTransaction, buildHash: string, proof: LaterProof): Promise<void> {
  await tx.q
    .insert(engineProofs)
    .values({ tenantId: tx.tenantId, buildHash, ...proof })
    .onConflictDoUpdate({ target: [engineProofs.tenantId, engineProofs.buildHash], set: { ...proof } })
}
