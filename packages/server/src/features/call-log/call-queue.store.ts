import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Database } from '../../platform/db/database.ts'
import { postgresFailure } from '../../platform/db/sql-errors.ts'
import { CallGroup } from './call-group.ts'
import type { CallHead, CallTexts } from './call-head.ts'
import { insertCalls, insertMissingCall } from './call.store.ts'
import { usageOf, UsageMemory } from './call-usage.ts'
import { SpareBuffers } from './spare-buffers.ts'

/** A call to be stored. */
export interface CallToKeep extends CallTexts {
  readonly tenantId: string
  readonly head: CallHead
  /** Written to disk before the call is answered. */
  readonly durable: boolean
}

/**
 * Stores calls without slowing answers: rows are buffered for a moment and written in groups. The buffer is bounded;
 * when it is full, callers wait. No row is dropped for lack of room.
 */
export interface CallWriter {
  /** Returns undefined if there is nothing to wait for; otherwise answer the call once the promise resolves. */
  write(call: CallToKeep): Promise<void> | undefined
  /** Writes all rows buffered for a tenant so far. */
  flush(tenantId: string): Promise<void>
  /** Writes everything; no call can be written afterwards. */
  close(): Promise<void>
}

/** How long a row may wait for others. A crash loses at most the rows of this time and those being written. */
const longestWaitMs = 250
/** A group with this many rows or bytes is written without waiting. */
const groupRows = 500
const groupBytes = 4_000_000
/** While one group is written, the next one grows up to this size. */
const mostGroupRows = 2000
/** When this much is buffered, callers wait. */
const mostRows = 10_000
const mostBytes = 64_000_000
const retryMs = [100, 250, 500, 1000] as const

/** What all tenants together have buffered. */
interface Room {
  readonly spare: SpareBuffers
  rows: number
  bytes: number
  waiters: (() => void)[]
}

export function createCallWriter(db: Database, log: Logger): CallWriter {
  const room: Room = { spare: new SpareBuffers(), rows: 0, bytes: 0, waiters: [] }
  const tenants = new Map<string, TenantWriter>()
  let isClosed = false

  const writerOf = (tenantId: string): TenantWriter => {
    const present = tenants.get(tenantId)
    if (present !== undefined) return present
    const writer = tenantWriter(db, log, tenantId, room)
    tenants.set(tenantId, writer)
    return writer
  }

  return {
    write: (call) => {
      if (isClosed) return Promise.reject(new Error('The call log is closed'))
      return writerOf(call.tenantId).write(call)
    },
    flush: async (tenantId) => tenants.get(tenantId)?.flush(),
    close: async () => {
      isClosed = true
      await Promise.all([...tenants.values()].map((writer) => writer.close()))
      for (const resume of room.waiters.splice(0)) resume()
    },
  }
}

interface TenantWriter {
  write(call: CallToKeep): Promise<void> | undefined
  flush(): Promise<void>
  close(): Promise<void>
}

/** Writes the calls of one tenant, one group at a time; a failure delays no other tenant. */
function tenantWriter(db: Database, log: Logger, tenantId: string, room: Room): TenantWriter {
  /** Oldest first; the last one still takes calls. */
  const waiting: CallGroup[] = []
  /** The waiting groups and the one being written. */
  const unwritten = new Set<CallGroup>()
  const memory = new UsageMemory()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isUrgent = false
  let isClosed = false

  const hasRoom = () => room.rows < mostRows && room.bytes < mostBytes
  const isEnough = () => {
    const [first] = waiting
    return isUrgent || isClosed || waiting.length > 1 || (first !== undefined && isFull(first))
  }

  const start = (): void => {
    if (timer !== undefined) clearTimeout(timer)
    timer = undefined
    running ??= drain().finally(() => {
      running = undefined
      if (waiting.length > 0 && !isClosed) schedule()
    })
  }

  const schedule = (): void => {
    if (running !== undefined) return
    if (isEnough()) start()
    else timer ??= setTimeout(start, longestWaitMs)
  }

  /** Writes groups until the rest can wait for more calls. */
  const drain = async (): Promise<void> => {
    do {
      const group = waiting.shift()
      if (group === undefined) return
      isUrgent = waiting.some(({ isAwaited }) => isAwaited)
      room.rows -= group.size
      room.bytes -= group.length
      await writeGroup(group)
      unwritten.delete(group)
      group.release()
      if (hasRoom()) for (const resume of room.waiters.splice(0)) resume()
    } while (isEnough())
  }

  /** Retries until the rows are written. Callers that wait for durability get the first error; the row is kept. */
  const writeGroup = async (group: CallGroup): Promise<void> => {
    const failure = await attempt(group, insertCalls)
    if (failure === undefined) return
    // Write rows singly, so that one invalid or existing row does not block the others.
    for (let index = 0; index < group.size; index++) await writeSingly(group.single(index))
  }

  const writeSingly = async (call: CallGroup): Promise<void> => {
    const failure = await attempt(call, insertMissingCall)
    if (failure !== undefined) {
      log.error({ err: failure, callId: call.headOf(0).id }, 'A call cannot be stored')
      for (const { reject } of call.durable) reject(failure)
    }
    call.release()
  }

  /** Returns undefined once written, or the error if the rows cause it. Other errors are retried. */
  const attempt = async (group: CallGroup, insert: typeof insertCalls): Promise<unknown> => {
    const usage = usageOf(group, memory)
    for (let tries = 0; ; tries++) {
      try {
        const written = await db.inTenant(tenantId, (tx) => insert(tx, group.rows, group.counts, usage))
        if (written < group.size)
          log.info(
            { calls: group.size, written },
            'Calls were left out: their engine is gone, or they were written before',
          )
        for (const { resolve } of group.durable) resolve()
        return undefined
      } catch (error) {
        if (isOfContent(error)) return error
        log.error(
          { err: error, rows: group.size, attempt: tries },
          'Calls could not be written; they are kept for later',
        )
        for (const { reject } of group.durable) reject(error)
        if (isClosed && tries >= retryMs.length) throw error
        await delay(retryMs[Math.min(tries, retryMs.length - 1)])
      }
    }
  }

  const openGroup = (): CallGroup => {
    const last = waiting.at(-1)
    if (last !== undefined && last.size < mostGroupRows && last.length < groupBytes) return last
    const group = new CallGroup(room.spare)
    room.bytes += group.length
    waiting.push(group)
    unwritten.add(group)
    return group
  }

  return {
    write: ({ head, request, response, durable }) => {
      const waits = durable ? Promise.withResolvers<void>() : undefined
      const group = openGroup()
      const before = group.length
      group.add(head, request, response, waits)
      room.rows += 1
      room.bytes += group.length - before
      isUrgent ||= durable
      schedule()
      if (waits !== undefined) return waits.promise
      if (hasRoom()) return undefined
      return new Promise((resolve) => room.waiters.push(resolve))
    },
    flush: async () => {
      // Ignore groups that are added meanwhile: under load, waiting for them would never end.
      const wanted = [...unwritten]
      while (wanted.some((group) => unwritten.has(group))) {
        isUrgent = true
        start()
        await running
      }
    },
    close: async () => {
      isClosed = true
      while (waiting.length > 0 || running !== undefined) {
        start()
        await running
      }
    },
  }
}

/** True if the group is large enough to be written at once. */
function isFull({ size, length }: CallGroup): boolean {
  return size >= groupRows || length >= groupBytes
}

/** True for SQLSTATE classes caused by the rows, not by the state of the database. */
function isOfContent(error: unknown): boolean {
  return /^(22|23|54)/.test(postgresFailure(error)?.code ?? '')
}
