import { FairTurns } from './fair-turns.ts'

/** A resource that takes seconds to open and is worth keeping for the next request of the same key. */
interface Kept {
  readonly isEnded: boolean
  close(): Promise<void>
}

interface Entry<B> {
  readonly key: string
  readonly book: B
  lastUsed: number
  isInUse: boolean
}

interface BookOrder<B, T> {
  /** The same key always stands for the same content. */
  readonly key: string
  readonly owner: string
  readonly waitMillis: number
  readonly open: () => Promise<B>
  readonly use: (book: B) => Promise<T>
}

/** Idle time after which a workbook is closed. */
const longestIdleMs = 5 * 60_000
const mostWaiting = 1000

/**
 * Keeps a bounded number of open workbooks, each for its own key and used by one request at a time. When all places are
 * taken, the least recently used one is closed. One that ended during use is not used again.
 */
export class KeptBooks<B extends Kept> {
  private readonly places: number
  private readonly turns: FairTurns
  private readonly entries = new Set<Entry<B>>()
  private readonly sweep: NodeJS.Timeout
  private opening = 0
  private isClosed = false

  constructor(places: number) {
    this.places = places
    this.turns = new FairTurns(places, mostWaiting)
    this.sweep = setInterval(() => void this.closeIdle(), longestIdleMs / 5)
    this.sweep.unref()
  }

  run<T>({ key, owner, waitMillis, open, use }: BookOrder<B, T>): Promise<T> {
    const work = async () => {
      const entry = this.free(key) ?? (await this.opened(key, open))
      entry.isInUse = true
      try {
        return await use(entry.book)
      } finally {
        entry.isInUse = false
        entry.lastUsed = performance.now()
        if (entry.book.isEnded || this.isClosed) await this.remove(entry)
      }
    }
    return this.turns.run(owner, work, waitMillis)
  }

  async close(): Promise<void> {
    this.isClosed = true
    clearInterval(this.sweep)
    await Promise.all([...this.entries].map((entry) => this.remove(entry)))
  }

  private free(key: string): Entry<B> | undefined {
    for (const entry of this.entries) if (entry.key === key && !entry.isInUse && !entry.book.isEnded) return entry
    return undefined
  }

  private async opened(key: string, open: () => Promise<B>): Promise<Entry<B>> {
    this.opening++
    try {
      if (this.entries.size + this.opening > this.places) {
        const idle = [...this.entries].filter(({ isInUse }) => !isInUse)
        const [oldest] = idle.toSorted((a, b) => a.lastUsed - b.lastUsed)
        if (oldest !== undefined) await this.remove(oldest)
      }
      const entry = { key, book: await open(), lastUsed: performance.now(), isInUse: true }
      this.entries.add(entry)
      return entry
    } finally {
      this.opening--
    }
  }

  private async closeIdle(): Promise<void> {
    const before = performance.now() - longestIdleMs
    const idle = [...this.entries].filter(({ isInUse, lastUsed }) => !isInUse && lastUsed < before)
    await Promise.all(idle.map((entry) => this.remove(entry)))
  }

  private async remove(entry: Entry<B>): Promise<void> {
    this.entries.delete(entry)
    await entry.book.close()
  }
}
