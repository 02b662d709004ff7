/** A value, or a promise of one that is not known yet. With a known value the caller continues synchronously. */
export type Soon<T> = T | Promise<T>

/** Continues with a value at once if it is known, else when it arrives. */
export function whenKnown<T, R>(value: Soon<T>, use: (value: T) => Soon<R>): Soon<R> {
  return value instanceof Promise ? value.then(use) : use(value)
}

interface Entry<V> {
  /** Resolves with the value read; `known` holds it from then on. */
  readonly read: Promise<V>
  readonly readAt: number
  known: { readonly value: V } | undefined
  isRefreshing: boolean
}

/** Maximum age of a used value. */
const longestMs = 1_000
/** From this age on it is refreshed in the background, so that under steady load nobody waits for the database. */
const renewMs = 750
const mostEntries = 20_000

/**
 * Values from the database, cached for at most a second, by tenant. Changes are announced to every process, which drops
 * them at once; the second is the limit if an announcement is lost.
 */
export class FreshCache<V> {
  private readonly tenants = new Map<string, Map<string, Entry<V>>>()

  get(tenantId: string, key: string, load: () => Promise<V>): Soon<V> {
    const entries = this.entriesOf(tenantId)
    const present = entries.get(key)
    if (present === undefined) return this.read(entries, key, load)
    const age = performance.now() - present.readAt
    if (age >= longestMs) return this.read(entries, key, load)
    if (age >= renewMs && !present.isRefreshing) {
      present.isRefreshing = true
      void this.renew(entries, key, present, load)
    }
    return present.known === undefined ? present.read : present.known.value
  }

  /** Drops the cached values of a tenant, or only that of the key. */
  forget(tenantId: string, isMeant?: (key: string) => boolean): void {
    const entries = this.tenants.get(tenantId)
    if (entries === undefined) return
    if (isMeant === undefined) this.tenants.delete(tenantId)
    else for (const key of entries.keys()) if (isMeant(key)) entries.delete(key)
  }

  forgetAll(): void {
    this.tenants.clear()
  }

  private entriesOf(tenantId: string): Map<string, Entry<V>> {
    const present = this.tenants.get(tenantId)
    if (present !== undefined) return present
    const entries = new Map<string, Entry<V>>()
    this.tenants.set(tenantId, entries)
    return entries
  }

  private read(entries: Map<string, Entry<V>>, key: string, load: () => Promise<V>): Promise<V> {
    if (entries.size >= mostEntries) entries.clear()
    const entry: Entry<V> = { read: load(), readAt: performance.now(), known: undefined, isRefreshing: false }
    entries.set(key, entry)
    void this.settle(entries, key, entry)
    return entry.read
  }

  private async settle(entries: Map<string, Entry<V>>, key: string, entry: Entry<V>): Promise<void> {
    try {
      entry.known = { value: await entry.read }
    } catch {
      // Failures are not cached: the next request tries again.
      if (entries.get(key) === entry) entries.delete(key)
    }
  }

  private async renew(
    entries: Map<string, Entry<V>>,
    key: string,
    old: Entry<V>,
    load: () => Promise<V>,
  ): Promise<void> {
    const readAt = performance.now()
    const read = load()
    const known = await read.then(
      (value) => ({ value }),
      () => undefined,
    )
    // Not if it was dropped in the meantime: the value read may be outdated.
    if (entries.get(key) !== old) return
    if (known === undefined) entries.delete(key)
    else entries.set(key, { read, readAt, known, isRefreshing: false })
  }
}
