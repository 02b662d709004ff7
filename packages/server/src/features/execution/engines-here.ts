import type { Soon } from '../../platform/caches/fresh-cache.ts'
import type { EngineLimits } from './engine-content.ts'
import type { LoadedEngine } from './loaded-engines.ts'
import { openEngine, type OpenedEngine } from './open-engine.ts'

/** How long an engine that could not be opened here is not retried: each attempt blocks other calls. */
const failedMs = 1000
/** Opening engines may block the main thread this long at once, and then this share of the time. */
const openingMs = 500
const openingShare = 0.005
/** An engine called this often is opened here in any case: it saves more than opening it costs. */
const manyCalls = 20

/**
 * Engines that are open on the main thread. Opening one blocks all other calls for some milliseconds. So engines that
 * are seldom called run in threads if many of them are called one after the other.
 */
export class EnginesHere {
  private readonly opened = new WeakMap<LoadedEngine, Soon<OpenedEngine>>()
  /** Calls of engines that are not open. */
  private readonly calls = new WeakMap<LoadedEngine, number>()
  private readonly limits: EngineLimits
  private left = openingMs
  private leftAt = performance.now()

  constructor(limits: EngineLimits) {
    this.limits = limits
  }

  /** Undefined if the engine is to run in a thread. */
  get(engine: LoadedEngine): Soon<OpenedEngine> | undefined {
    return this.opened.get(engine) ?? (this.isWorthOpening(engine) ? this.open(engine) : undefined)
  }

  private isWorthOpening(engine: LoadedEngine): boolean {
    const now = performance.now()
    this.left = Math.min(openingMs, this.left + (now - this.leftAt) * openingShare)
    this.leftAt = now
    if (this.left > 0) return true
    const calls = (this.calls.get(engine) ?? 0) + 1
    this.calls.set(engine, calls)
    return calls >= manyCalls
  }

  private open(engine: LoadedEngine): Promise<OpenedEngine> {
    const from = performance.now()
    const opening = openEngine(engine.content, this.limits)
    this.left -= performance.now() - from
    this.opened.set(engine, opening)
    opening.then(
      (here) => this.opened.set(engine, here),
      // Forget a failure soon, so that a later call tries again.
      () => setTimeout(() => this.opened.delete(engine), failedMs).unref(),
    )
    return opening
  }
}
