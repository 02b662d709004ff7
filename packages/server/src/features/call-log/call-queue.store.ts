import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Database, TenantTransaction } from '../../platform/db/database.ts'
import { isForeignKeyViolation, postgresFailure } from '../../platform/db/sql-errors.ts'
import { CallGroup, countOf, type GroupedCall } from './call-group.ts'
import { type CallHead, type CallTexts, insertCall, insertCalls } from './call.store.ts'

/** A call to be kept. */
export interface CallToKeep extends CallTexts {
  readonly tenantId: string
  readonly head: CallHead
  /** On disk before it is answered. */
  readonly durable: boolean
}

/**
 * Keeps calls without slowing answers: rows are collected for a moment and written in groups. What waits is bounded; when
 * it grows too much, callers wait, and no row is ever dropped for want of room.
 */
export interface CallWriter {
  /** Answers undefined when there is nothing to wait for; else answer the call when the promise is done. */
  write(call: CallToKeep): Promise<void> | undefined
  /** Writes what has been collected so far. */
  flush(): Promise<void>
  /** Writes everything; nothing can be written afterwards. */
  close(): Promise<void>
}

/** How long a row may wait for others. After a crash no more than this much, and what was on its way, is missing. */
const longestWaitMs = 250
/** So many rows, or so many bytes of them, go at once without waiting. */
const groupRows = 500
const groupBytes = 4_000_000
/** With so much waiting, callers wait too. */
const mostRows = 10_000
const mostBytes = 64_000_000
const retryMs = [100, 250, 500, 1000] as const

export function createCallWriter(db: Database, log: Logger): CallWriter {
  /** In the order in which they were begun; those of `open` still take calls. */
  let waiting: CallGroup[] = []
  const open = new Map<string, CallGroup>()
  let rows = 0
  let bytes = 0
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isUrgent = false
  let isClosed = false
  /** Those that wait and those on their way. */
  const unwritten = new Set<CallGroup>()
  let roomWaiters: (() => void)[] = []

  const hasRoom = () => rows < mostRows && bytes < mostBytes
  const isEnough = () => isUrgent || isClosed || rows >= groupRows || bytes >= groupBytes

  const start = (): void => {
    if (timer !== undefined) clearTimeout(timer)
    timer = undefined
    running ??= drain().finally(() => {
      running = undefined
      if (rows > 0) schedule()
    })
  }

  const schedule = (): void => {
    if (running !== undefined) return
    if (isEnough()) start()
    else timer ??= setTimeout(start, longestWaitMs)
  }

  /** Group after group, until what is left can wait for more. */
  const drain = async (): Promise<void> => {
    do {
      isUrgent = false
      const groups = takeGroups()
      if (groups.length === 0) return
      await Promise.all(groups.map(writeGroup))
      for (const group of groups) unwritten.delete(group)
      if (hasRoom()) for (const resume of roomWaiters.splice(0)) resume()
    } while (isEnough())
  }

  /** The first group of each tenant that has one. */
  const takeGroups = (): CallGroup[] => {
    const taken = new Map<string, CallGroup>()
    for (const group of waiting) if (!taken.has(group.tenantId)) taken.set(group.tenantId, group)
    for (const group of taken.values()) {
      if (open.get(group.tenantId) === group) open.delete(group.tenantId)
      rows -= group.calls.length
      bytes -= group.length
    }
    waiting = waiting.filter((group) => taken.get(group.tenantId) !== group)
    isUrgent ||= waiting.some(({ calls }) => calls.some(({ durable }) => durable !== undefined))
    return [...taken.values()]
  }

  /** Tries until the rows are written. Who waits for durability learns of the first failure, and the row is kept. */
  const writeGroup = async (group: CallGroup): Promise<void> => {
    const isWritten = await attempt(group.tenantId, group.calls, (tx) => insertCalls(tx, group.json, group.counts))
    if (isWritten === true) return
    // One row that spoils a group keeps no other from being stored.
    for (const call of group.calls) await writeSingly(group, call)
  }

  const writeSingly = async (group: CallGroup, call: GroupedCall): Promise<void> => {
    const { head } = call
    const count = countOf(head)
    const texts = { request: group.requestOf(call), response: group.responseOf(call) }
    const failure = await attempt(group.tenantId, [call], (tx) => insertCall(tx, head, texts, count))
    if (failure === true) return
    if (isOfOtherRows(failure)) return giveUp(call, failure)
    // What the database does not take for JSON is kept as a text that holds it, and the call is not lost.
    const asText = { request: JSON.stringify(texts.request), response: JSON.stringify(texts.response) }
    const second = await attempt(group.tenantId, [call], (tx) => insertCall(tx, head, asText, count))
    if (second !== true) giveUp(call, second)
  }

  /** True when it is written, or why it cannot be, for a reason that lies in the rows. Anything else is tried again. */
  const attempt = async (
    tenantId: string,
    calls: readonly GroupedCall[],
    write: (tx: TenantTransaction) => Promise<void>,
  ): Promise<unknown> => {
    for (let tries = 0; ; tries++) {
      try {
        await db.inTenant(tenantId, write)
        for (const { durable } of calls) durable?.resolve()
        return true
      } catch (error) {
        if (isOfContent(error)) return error
        log.error(
          { err: error, rows: calls.length, attempt: tries },
          'Calls could not be written; they are kept for later',
        )
        for (const { durable } of calls) durable?.reject(error)
        if (isClosed && tries >= retryMs.length) throw error
        await delay(retryMs[Math.min(tries, retryMs.length - 1)])
      }
    }
  }

  /** Such as the row of an engine that is gone. */
  const giveUp = ({ head, durable }: GroupedCall, cause: unknown): void => {
    if (isForeignKeyViolation(cause)) log.info({ callId: head.id }, 'The engine of a call is gone, and its log')
    else log.error({ err: cause, callId: head.id }, 'A call cannot be stored')
    durable?.reject(cause)
  }

  const groupFor = (tenantId: string): CallGroup => {
    const present = open.get(tenantId)
    if (present !== undefined && present.calls.length < 4 * groupRows && present.length < groupBytes) return present
    const group = new CallGroup(tenantId)
    open.set(tenantId, group)
    waiting.push(group)
    unwritten.add(group)
    return group
  }

  return {
    write: ({ tenantId, head, request, response, durable }) => {
      if (isClosed) return Promise.reject(new Error('The call log is closed'))
      const waits = durable ? Promise.withResolvers<void>() : undefined
      const group = groupFor(tenantId)
      const before = group.length
      group.add(head, request, response, waits)
      rows += 1
      bytes += group.length - before
      isUrgent ||= durable
      schedule()
      if (waits !== undefined) return waits.promise
      if (hasRoom()) return undefined
      return new Promise((resolve) => roomWaiters.push(resolve))
    },
    flush: async () => {
      // What comes in meanwhile is not waited for: under load that would never end.
      const wanted = [...unwritten]
      while (wanted.some((group) => unwritten.has(group))) {
        isUrgent = true
        start()
        await running
      }
    },
    close: async () => {
      isClosed = true
      while (rows > 0 || running !== undefined) {
        start()
        await running
      }
      for (const resume of roomWaiters.splice(0)) resume()
    },
  }
}

/** Classes of SQLSTATE that say something about the rows and nothing about the database: what is nested too deep, too. */
function isOfContent(error: unknown): boolean {
  return /^(22|23|54)/.test(postgresFailure(error)?.code ?? '')
}

/** It was written before, or its engine is gone: written differently it would fail again. */
function isOfOtherRows(error: unknown): boolean {
  return postgresFailure(error)?.code.startsWith('23') ?? false
}
