import type { Logger } from 'pino'

export interface StopWatch {
  /** Aborted when the process begins to stop. */
  readonly signal: AbortSignal
  /** Resolves when a stop is requested; rejects when the process cannot go on. */
  readonly requested: Promise<void>
  readonly fail: (error: Error) => void
  /** From now on the process has this long to end by itself; then it is killed. */
  readonly endWithin: (seconds: number) => void
  /** Called on a forced end (a second interrupt) or an uncaught error. */
  readonly beforeForcedEnd: (abandon: () => void) => void
}

/**
 * Turns signals into an orderly end. The first requests it, a second one forces it. An uncaught error ends the process
 * as well: its state is unknown.
 */
export function watchForStop(log: Logger): StopWatch {
  const stopping = new AbortController()
  const { promise: requested, resolve, reject } = Promise.withResolvers<void>()
  // The start-up may fail before anybody awaits this.
  requested.catch(() => undefined)
  let abandon = (): void => undefined

  const endNow = (code: number): never => {
    abandon()
    process.exit(code)
  }
  const onSignal = (): void => {
    if (stopping.signal.aborted) endNow(130)
    stopping.abort()
    resolve()
  }
  const onUncaught = (error: unknown): void => {
    log.fatal({ err: error }, 'The process ends: a failure was not handled')
    log.flush()
    endNow(1)
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  // The script that started us, if any, holds a channel open: when that closes, the script has ended.
  process.once('disconnect', () => {
    if (!stopping.signal.aborted) onSignal()
  })
  process.channel?.unref()
  process.on('uncaughtException', onUncaught)
  process.on('unhandledRejection', onUncaught)

  return {
    signal: stopping.signal,
    requested,
    fail: (error) => {
      stopping.abort()
      reject(error)
    },
    endWithin: (seconds) => {
      const timer = setTimeout(() => {
        log.fatal('The process did not end by itself in the time it had')
        log.flush()
        endNow(1)
      }, seconds * 1000)
      timer.unref()
    },
    beforeForcedEnd: (step) => {
      abandon = step
    },
  }
}
