import { hash } from 'node:crypto'
import { and, asc, desc, eq, gt, inArray, sql } from 'drizzle-orm'
import type { TenantTransaction } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/db/new-id.ts'
import { batchChunks, batches } from '../../../platform/db/schema/batches.ts'

export type StoredBatch = typeof batches.$inferSelect

type NewBatch = Omit<typeof batches.$inferInsert, 'tenantId' | 'id' | 'state' | 'createdAt' | 'updatedAt'>

/** Batches untouched for this long are deleted, with results that nobody fetched. */
const keptDays = 7

/** How long a process that computes a chunk counts as alive without renewing its lease. */
const leaseSeconds = 20

export async function insertBatch(tx: TenantTransaction, batch: NewBatch): Promise<StoredBatch> {
  const [row] = await tx.q
    .insert(batches)
    .values({ tenantId: tx.tenantId, id: newId(), ...batch })
    .returning()
  if (row === undefined) throw new Error('The batch was not written')
  return row
}

export async function findBatch(tx: TenantTransaction, id: string): Promise<StoredBatch | undefined> {
  const [row] = await tx.q.select().from(batches).where(isBatch(tx, id))
  return row
}

/** Locks the batch until the transaction ends, so that adding chunks and closing it are serialized. */
export async function lockBatch(tx: TenantTransaction, id: string): Promise<StoredBatch | undefined> {
  const [row] = await tx.q.select().from(batches).where(isBatch(tx, id)).for('update')
  return row
}

export interface BatchOwner {
  readonly kind: string
  readonly id: string
}

/** The batches touched last: of everybody, or of one owner. */
export function recentBatches(
  tx: TenantTransaction,
  owner: BatchOwner | undefined,
  most: number,
): Promise<StoredBatch[]> {
  const own = owner && and(eq(batches.ownerKind, owner.kind), eq(batches.ownerId, owner.id))
  return tx.q
    .select()
    .from(batches)
    .where(and(eq(batches.tenantId, tx.tenantId), own))
    .orderBy(desc(batches.updatedAt))
    .limit(most)
}

export async function setBatchState(tx: TenantTransaction, id: string, state: 'closed' | 'cancelled'): Promise<void> {
  await tx.q.update(batches).set({ state, updatedAt: sql`now()` }).where(isBatch(tx, id))
  if (state === 'cancelled') {
    const { tenantId, batchId } = batchChunks
    await tx.q
      .update(batchChunks)
      .set({ input: null, result: null })
      .where(and(eq(tenantId, tx.tenantId), eq(batchId, id)))
  }
}

export interface NewChunk {
  readonly id: string
  readonly records: number
  readonly input: string
}

/** A chunk that was sent before is kept as it is. Returns the index of one whose id was sent with another content. */
export async function insertChunks(
  tx: TenantTransaction,
  batchId: string,
  chunks: readonly NewChunk[],
): Promise<number | undefined> {
  const rows = chunks.map(({ id, records, input }) => ({
    tenantId: tx.tenantId,
    batchId,
    id,
    records,
    input,
    inputBytes: Buffer.byteLength(input),
    inputHash: hash('sha256', input),
  }))
  await tx.q.insert(batchChunks).values(rows).onConflictDoNothing()
  await tx.q.update(batches).set({ updatedAt: sql`now()` }).where(isBatch(tx, batchId))
  const ids = chunks.map(({ id }) => id)
  const { tenantId, id, inputHash } = batchChunks
  const kept = await tx.q
    .select({ id, inputHash })
    .from(batchChunks)
    .where(and(eq(tenantId, tx.tenantId), eq(batchChunks.batchId, batchId), inArray(id, ids)))
  const hashes = new Map(kept.map((row) => [row.id, row.inputHash]))
  const index = rows.findIndex((row) => (hashes.get(row.id) ?? row.inputHash) !== row.inputHash)
  return index === -1 ? undefined : index
}

export interface BatchCounts {
  readonly chunks: number
  readonly records: number
  readonly chunksDone: number
  readonly recordsDone: number
  readonly chunksFailed: number
  readonly recordsFailed: number
  readonly chunksRetried: number
  readonly recordsRetried: number
  readonly chunksAvailable: number
  readonly recordsAvailable: number
  readonly running: number
  readonly open: number
  readonly inputBytes: number
  readonly waitingBytes: number
  readonly outputBytes: number
  readonly availableBytes: number
  readonly computeMs: number
}

export async function countChunks(tx: TenantTransaction, batchId: string): Promise<BatchCounts> {
  const { rows } = await tx.q.execute<Record<keyof BatchCounts, string>>(sql`
    SELECT count(*) AS "chunks", coalesce(sum(records), 0) AS "records",
      count(*) FILTER (WHERE ended) AS "chunksDone", coalesce(sum(records) FILTER (WHERE ended), 0) AS "recordsDone",
      count(*) FILTER (WHERE ended AND failed = records AND records > 0) AS "chunksFailed",
      coalesce(sum(failed), 0) AS "recordsFailed",
      count(*) FILTER (WHERE attempts > 1) AS "chunksRetried",
      coalesce(sum(records) FILTER (WHERE attempts > 1), 0) AS "recordsRetried",
      count(*) FILTER (WHERE state = 'done') AS "chunksAvailable",
      coalesce(sum(records) FILTER (WHERE state = 'done'), 0) AS "recordsAvailable",
      count(*) FILTER (WHERE state = 'running') AS "running",
      count(*) FILTER (WHERE NOT ended) AS "open",
      coalesce(sum(input_bytes), 0) AS "inputBytes",
      coalesce(sum(input_bytes) FILTER (WHERE NOT ended), 0) AS "waitingBytes",
      coalesce(sum(output_bytes), 0) AS "outputBytes",
      coalesce(sum(output_bytes) FILTER (WHERE state = 'done'), 0) AS "availableBytes",
      coalesce(sum(compute_ms), 0) AS "computeMs"
    FROM (SELECT *, state IN ('done', 'given') AS ended FROM batch_chunks
      WHERE tenant_id = ${tx.tenantId} AND batch_id = ${batchId}) AS chunk`)
  return Object.fromEntries(Object.entries(rows[0] ?? {}).map(([name, value]) => [name, Number(value)])) as never
}

export interface ClaimedChunk {
  readonly id: string
  readonly input: string
  readonly records: number
  readonly attempts: number
}

/** Claims the next chunk that no live process computes; the caller holds it until the lease ends. */
export async function claimChunk(
  tx: TenantTransaction,
  batchId: string,
  mostWaitingBytes: number,
): Promise<ClaimedChunk | undefined> {
  const { rows } = await tx.q.execute<{ id: string; input: string; records: number; attempts: number }>(sql`
    UPDATE batch_chunks SET state = 'running', attempts = attempts + 1,
      leased_until = clock_timestamp() + ${leaseSeconds} * interval '1 second'
    WHERE tenant_id = ${tx.tenantId} AND batch_id = ${batchId} AND id = (
      SELECT c.id FROM batch_chunks AS c
      JOIN batches AS b ON b.tenant_id = c.tenant_id AND b.id = c.batch_id
      WHERE c.tenant_id = ${tx.tenantId} AND c.batch_id = ${batchId} AND b.state <> 'cancelled'
        AND (c.state = 'waiting' OR (c.state = 'running' AND c.leased_until < clock_timestamp()))
        AND (SELECT coalesce(sum(d.output_bytes), 0) FROM batch_chunks AS d
          WHERE d.tenant_id = c.tenant_id AND d.batch_id = c.batch_id AND d.state = 'done') < ${mostWaitingBytes}
      ORDER BY c.number LIMIT 1 FOR UPDATE OF c SKIP LOCKED)
    RETURNING id, input, records, attempts`)
  return rows[0]
}

export async function renewLease(tx: TenantTransaction, batchId: string, id: string): Promise<void> {
  await tx.q
    .update(batchChunks)
    .set({ leasedUntil: sql`clock_timestamp() + ${leaseSeconds} * interval '1 second'` })
    .where(and(isChunk(tx, batchId, id), eq(batchChunks.state, 'running')))
}

/** Returns a chunk that could not be computed now. */
export async function releaseChunk(tx: TenantTransaction, batchId: string, id: string): Promise<void> {
  await tx.q
    .update(batchChunks)
    .set({ state: 'waiting', leasedUntil: null })
    .where(and(isChunk(tx, batchId, id), eq(batchChunks.state, 'running')))
}

/** Stores the result of a chunk, unless another process has ended it meanwhile. */
export async function endChunk(
  tx: TenantTransaction,
  batchId: string,
  id: string,
  ended: { readonly result: string; readonly failed: number; readonly computeMs: number },
): Promise<void> {
  const { result, failed, computeMs } = ended
  await tx.q
    .update(batchChunks)
    .set({ state: 'done', input: null, result, failed, computeMs, outputBytes: Buffer.byteLength(result) })
    .where(and(isChunk(tx, batchId, id), eq(batchChunks.state, 'running')))
}

/** Removes and returns the results of finished chunks, in the order in which the chunks were sent. */
export async function takeResults(
  tx: TenantTransaction,
  batchId: string,
  most: number,
): Promise<{ id: string; result: string }[]> {
  const { id, result, number, state } = batchChunks
  const found = await tx.q
    .select({ id, result, number })
    .from(batchChunks)
    .where(and(eq(batchChunks.tenantId, tx.tenantId), eq(batchChunks.batchId, batchId), eq(state, 'done')))
    .orderBy(asc(number))
    .limit(most)
    .for('update', { skipLocked: true })
  for (const chunk of found) {
    await tx.q
      .update(batchChunks)
      .set({ state: 'given', result: null })
      .where(isChunk(tx, batchId, chunk.id))
  }
  await tx.q.update(batches).set({ updatedAt: sql`now()` }).where(isBatch(tx, batchId))
  return found.map((chunk) => ({ id: chunk.id, result: chunk.result ?? '{}' }))
}

export async function purgeBatches(tx: TenantTransaction): Promise<number> {
  const { rowCount } = await tx.q
    .delete(batches)
    .where(and(eq(batches.tenantId, tx.tenantId), gt(sql`now() - ${keptDays} * interval '1 day'`, batches.updatedAt)))
  return rowCount ?? 0
}

function isBatch(tx: TenantTransaction, id: string) {
  return and(eq(batches.tenantId, tx.tenantId), eq(batches.id, id))
}

function isChunk(tx: TenantTransaction, batchId: string, id: string) {
  return and(eq(batchChunks.tenantId, tx.tenantId), eq(batchChunks.batchId, batchId), eq(batchChunks.id, id))
}
