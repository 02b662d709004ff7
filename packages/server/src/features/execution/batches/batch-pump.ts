import { batchBufferBytes } from '@sheetwright/contract/execution/batches/batch.ts'
import type { Logger } from 'pino'
import type { Database } from '../../../platform/db/database.ts'
import type { ErrorReports } from '../../../platform/telemetry/error-reports.ts'
import type { Execution } from '../execution.ts'
import { claimChunk, type ClaimedChunk, endChunk, findBatch, releaseChunk, renewLease } from './batch.store.ts'
import { computeChunk, failedChunk } from './compute-chunk.ts'

/** Computes the chunks of batches in this process. */
export interface BatchPump {
  /** Makes sure that the waiting chunks of a batch are computed; returns at once. Calling it again is harmless. */
  start(tenantId: string, batchId: string): void
  /** Waits until no chunk is running. */
  close(): Promise<void>
}

interface PumpOptions {
  readonly db: Database
  readonly execution: Execution
  readonly log: Logger
  readonly reports: ErrorReports
}

/** The most attempts for a chunk; then its records fail. */
const mostAttempts = 5

const renewMillis = 5_000

/**
 * The process that receives a batch computes its chunks one after the other, in the threads that all tenants share.
 * Asking for results also wakes the batch, so that another process computes the chunks that a dead one left.
 */
export function openBatchPump({ db, execution, log, reports }: PumpOptions): BatchPump {
  const running = new Map<string, { again: boolean; readonly done: Promise<void> }>()
  let isClosing = false

  async function run(tenantId: string, batchId: string): Promise<void> {
    for (;;) {
      if (isClosing) return
      const mine = running.get(batchId)
      if (mine !== undefined) mine.again = false
      const chunk = await db.inTenant(tenantId, (tx) => claimChunk(tx, batchId, batchBufferBytes))
      if (chunk !== undefined && !(await compute(tenantId, batchId, chunk))) return
      if (chunk === undefined && running.get(batchId)?.again !== true) return
    }
  }

  /** False if the server is too busy now: the next request for the batch wakes it. */
  async function compute(tenantId: string, batchId: string, chunk: ClaimedChunk): Promise<boolean> {
    const batch = await db.inTenant(tenantId, (tx) => findBatch(tx, batchId))
    if (batch === undefined) return false
    const renewing = setInterval(() => {
      db.inTenant(tenantId, (tx) => renewLease(tx, batchId, chunk.id)).catch((error: unknown) =>
        log.warn({ err: error, batchId }, 'A chunk of a batch could not be held'),
      )
    }, renewMillis)
    try {
      const computed =
        chunk.attempts > mostAttempts
          ? failedChunk(chunk, 'The chunk could not be computed: each attempt was stopped')
          : await computeChunk(execution, tenantId, batch, chunk).catch((error: unknown) => {
              log.error({ err: error, batchId, chunk: chunk.id }, 'A chunk of a batch failed unexpectedly')
              reports.report(error, { correlationId: batchId, callId: 'execution.addChunks' })
              return failedChunk(chunk, `The chunk failed unexpectedly. It has been logged with the batch ${batchId}.`)
            })
      await db.inTenant(tenantId, (tx) =>
        computed === undefined ? releaseChunk(tx, batchId, chunk.id) : endChunk(tx, batchId, chunk.id, computed),
      )
      return computed !== undefined
    } finally {
      clearInterval(renewing)
    }
  }

  return {
    start: (tenantId, batchId) => {
      const mine = running.get(batchId)
      if (mine !== undefined) mine.again = true
      if (mine !== undefined || isClosing) return
      // Starts after it is registered, so that it can be asked to look again.
      const done = Promise.resolve()
        .then(() => run(tenantId, batchId))
        .catch((error: unknown) => log.error({ err: error, batchId }, 'A batch stopped'))
        .finally(() => running.delete(batchId))
      running.set(batchId, { again: false, done })
    },
    close: async () => {
      isClosing = true
      await Promise.all([...running.values()].map(({ done }) => done))
    },
  }
}
