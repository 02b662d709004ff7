import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Database } from '../../platform/db/database.ts'
import { isForeignKeyViolation, postgresFailure } from '../../platform/db/sql-errors.ts'
import { insertCall, insertCalls, type LoggedCall, rowText } from './call.store.ts'

/**
 * Keeps calls without slowing answers: rows are collected for a moment and written in groups. What waits is bounded; when
 * it grows too much, callers wait, and no row is ever dropped for want of room.
 */
export interface CallWriter {
  /** Answers undefined when there is nothing to wait for; else answer the call when the promise is done. */
  write(call: LoggedCall, options: { readonly durable: boolean }): Promise<void> | undefined
  /** Writes what has been collected so far. */
  flush(): Promise<void>
  /** Writes everything; nothing can be written afterwards. */
  close(): Promise<void>
}

/** How long a row may wait for others. After a crash no more than this much, and what was on its way, is missing. */
const longestWaitMs = 250
/** So many rows, or so many characters in them, go at once without waiting. */
const groupRows = 200
const groupWeight = 4_000_000
/** With so much waiting, callers wait too. */
const mostRows = 10_000
const mostWeight = 64_000_000
const retryMs = [100, 250, 500, 1000] as const

interface Waiting {
  readonly call: LoggedCall
  /** Made when the call comes in: for a whole group at once it would hold up those who are being answered. */
  readonly text: string
  readonly weight: number
  /** Told when the row is on disk, or that it could not be written now. */
  readonly durable: { readonly resolve: () => void; readonly reject: (error: unknown) => void } | undefined
}

export function createCallWriter(db: Database, log: Logger): CallWriter {
  let queue: Waiting[] = []
  let weight = 0
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isUrgent = false
  let isClosed = false
  /** Rows that were handed in, and of those the ones that are no longer on their way. They are written in their order. */
  let accepted = 0
  let settled = 0
  let roomWaiters: (() => void)[] = []

  const hasRoom = () => queue.length < mostRows && weight < mostWeight

  const start = (): void => {
    if (timer !== undefined) clearTimeout(timer)
    timer = undefined
    running ??= drain().finally(() => {
      running = undefined
      if (queue.length > 0) schedule()
    })
  }

  const schedule = (): void => {
    if (running !== undefined) return
    if (isUrgent || isClosed || queue.length >= groupRows || weight >= groupWeight) start()
    else timer ??= setTimeout(start, longestWaitMs)
  }

  /** Group after group, until what is left can wait for more. */
  const drain = async (): Promise<void> => {
    do {
      isUrgent = false
      const group = takeGroup()
      if (group.length === 0) return
      await writeGroup(group)
    } while (isUrgent || isClosed || queue.length >= groupRows || weight >= groupWeight)
  }

  const takeGroup = (): Waiting[] => {
    let taken = 0
    let count = 0
    while (count < queue.length && count < 10 * groupRows && taken < groupWeight) {
      taken += (queue[count] as Waiting).weight
      count++
    }
    const group = queue.slice(0, count)
    queue = queue.slice(count)
    weight -= taken
    if (queue.length > 0) isUrgent ||= queue.some(({ durable }) => durable !== undefined)
    return group
  }

  const writeGroup = async (group: readonly Waiting[]): Promise<void> => {
    const byTenant = Map.groupBy(group, ({ call }) => call.tenantId)
    await Promise.all([...byTenant].map(([tenantId, rows]) => writeRows(tenantId, rows)))
    settled += group.length
    if (hasRoom()) for (const resume of roomWaiters.splice(0)) resume()
  }

  /** Tries until the rows are written. Who waits for durability learns of the first failure, and the row is kept. */
  const writeRows = async (tenantId: string, rows: readonly Waiting[], how: Way = 'group'): Promise<void> => {
    const [first] = rows
    if (first === undefined) return
    for (let attempt = 0; ; attempt++) {
      try {
        await db.inTenant(tenantId, (tx) => (how === 'group' ? insertCalls(tx, rows) : insertCall(tx, first.call)))
        for (const { durable } of rows) durable?.resolve()
        return
      } catch (error) {
        if (isOfContent(error)) {
          if (how === 'group') return await writeSingly(tenantId, rows)
          return await (how === 'single' && !isOfOtherRows(error) ? writeAsText(tenantId, first) : giveUp(rows, error))
        }
        log.error({ err: error, rows: rows.length, attempt }, 'Calls could not be written; they are kept for later')
        for (const { durable } of rows) durable?.reject(error)
        if (isClosed && attempt >= retryMs.length) throw error
        await delay(retryMs[Math.min(attempt, retryMs.length - 1)])
      }
    }
  }

  /** One row that spoils a group keeps no other from being stored. */
  const writeSingly = async (tenantId: string, rows: readonly Waiting[]): Promise<void> => {
    for (const row of rows) await writeRows(tenantId, [row], 'single')
  }

  /** What the database does not take for JSON is kept as a text that holds it, and the call is not lost. */
  const writeAsText = async (tenantId: string, row: Waiting): Promise<void> => {
    const { request, response } = row.call
    const call = { ...row.call, request: JSON.stringify(request), response: JSON.stringify(response) }
    await writeRows(tenantId, [{ ...row, call }], 'asText')
  }

  /** Such as the row of an engine that is gone. */
  const giveUp = async (rows: readonly Waiting[], cause: unknown): Promise<void> => {
    for (const { call, durable } of rows) {
      if (isForeignKeyViolation(cause)) log.info({ callId: call.id }, 'The engine of a call is gone, and its log')
      else log.error({ err: cause, callId: call.id }, 'A call cannot be stored')
      durable?.reject(cause)
    }
  }

  return {
    write: (call, { durable }) => {
      if (isClosed) return Promise.reject(new Error('The call log is closed'))
      const waits = durable ? Promise.withResolvers<void>() : undefined
      const rowWeight = call.request.length + call.response.length
      queue.push({ call, text: rowText(call), weight: rowWeight, durable: waits })
      accepted += 1
      weight += rowWeight
      isUrgent ||= durable
      schedule()
      if (waits !== undefined) return waits.promise
      if (hasRoom()) return undefined
      return new Promise((resolve) => roomWaiters.push(resolve))
    },
    flush: async () => {
      // What comes in meanwhile is not waited for: under load that would never end.
      const wanted = accepted
      while (settled < wanted) {
        isUrgent = true
        start()
        await running
      }
    },
    close: async () => {
      isClosed = true
      while (queue.length > 0 || running !== undefined) {
        start()
        await running
      }
      for (const resume of roomWaiters.splice(0)) resume()
    },
  }
}

/** How rows are written: many at once, one by itself, or one whose JSON is kept as text. */
type Way = 'group' | 'single' | 'asText'

/** Classes of SQLSTATE that say something about the rows and nothing about the database: what is nested too deep, too. */
function isOfContent(error: unknown): boolean {
  return /^(22|23|54)/.test(postgresFailure(error)?.code ?? '')
}

/** It was written before, or its engine is gone: written differently it would fail again. */
function isOfOtherRows(error: unknown): boolean {
  return postgresFailure(error)?.code.startsWith('23') ?? false
}
