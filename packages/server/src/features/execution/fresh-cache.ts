interface Entry<V> {
  readonly value: Promise<V>
  readonly readAt: number
  isRefreshing: boolean
}

/** So old a value may be when it is used. */
const longestMs = 1_000
/** From this age on it is read again beside its use, so that under steady load nobody waits for the database. */
const renewMs = 750
const mostEntries = 20_000

/**
 * What the database says, kept for at most a second, by tenant. Changes are announced to every process and forgotten at
 * once; the second is the bound for when an announcement is lost.
 */
export class FreshCache<V> {
  readonly #tenants = new Map<string, Map<string, Entry<V>>>()

  get(tenantId: string, key: string, load: () => Promise<V>): Promise<V> {
    const entries = this.#entriesOf(tenantId)
    const present = entries.get(key)
    if (present === undefined) return this.#read(entries, key, load)
    const age = performance.now() - present.readAt
    if (age >= longestMs) return this.#read(entries, key, load)
    if (age >= renewMs && !present.isRefreshing) {
      present.isRefreshing = true
      void this.#renew(entries, key, present, load)
    }
    return present.value
  }

  forget(tenantId: string): void {
    this.#tenants.delete(tenantId)
  }

  forgetAll(): void {
    this.#tenants.clear()
  }

  #entriesOf(tenantId: string): Map<string, Entry<V>> {
    const present = this.#tenants.get(tenantId)
    if (present !== undefined) return present
    const entries = new Map<string, Entry<V>>()
    this.#tenants.set(tenantId, entries)
    return entries
  }

  #read(entries: Map<string, Entry<V>>, key: string, load: () => Promise<V>): Promise<V> {
    if (entries.size >= mostEntries) entries.clear()
    const entry: Entry<V> = { value: load(), readAt: performance.now(), isRefreshing: false }
    entries.set(key, entry)
    // A failure is not remembered: the next one to ask tries again.
    entry.value.catch(() => {
      if (entries.get(key) === entry) entries.delete(key)
    })
    return entry.value
  }

  async #renew(entries: Map<string, Entry<V>>, key: string, old: Entry<V>, load: () => Promise<V>): Promise<void> {
    const readAt = performance.now()
    const value = load()
    const isRead = await value.then(
      () => true,
      () => false,
    )
    // Not when it was forgotten meanwhile: then what was read may be old.
    if (entries.get(key) !== old) return
    if (isRead) entries.set(key, { value, readAt, isRefreshing: false })
    else entries.delete(key)
  }
}
