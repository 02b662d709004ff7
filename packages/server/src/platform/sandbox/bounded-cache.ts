interface Entry<V> {
  readonly value: V
  readonly weight: number
}

/** A map of weighted values; above the maximum total weight, the least recently used ones are dropped. */
export class BoundedCache<V> {
  private readonly entries = new Map<string, Entry<V>>()
  private readonly mostWeight: number
  private weight = 0

  constructor(mostWeight: number) {
    this.mostWeight = mostWeight
  }

  get(key: string): V | undefined {
    const entry = this.entries.get(key)
    if (entry === undefined) return undefined
    // Maps keep the order of insertion: the last used one goes to the end.
    this.entries.delete(key)
    this.entries.set(key, entry)
    return entry.value
  }

  set(key: string, value: V, weight: number): void {
    this.delete(key)
    this.entries.set(key, { value, weight })
    this.weight += weight
    for (const [oldest, entry] of this.entries) {
      if (this.weight <= this.mostWeight || oldest === key) return
      this.entries.delete(oldest)
      this.weight -= entry.weight
    }
  }

  delete(key: string): void {
    const entry = this.entries.get(key)
    if (entry === undefined) return
    this.entries.delete(key)
    this.weight -= entry.weight
  }
}
