/**
 * A map that drops entries not used for long once it holds too many. It has two generations: a used entry moves to the
 * younger one; when that is full, it becomes the older one, and the older one's entries are dropped. Looking up a
 * recently used entry changes nothing and costs as little as in a plain map.
 */
export class BoundedMap<K, V> {
  private readonly half: number
  private younger = new Map<K, V>()
  private older = new Map<K, V>()

  constructor(most: number) {
    this.half = Math.max(1, Math.floor(most / 2))
  }

  get(key: K): V | undefined {
    const value = this.younger.get(key)
    if (value !== undefined) return value
    const old = this.older.get(key)
    if (old !== undefined) this.set(key, old)
    return old
  }

  set(key: K, value: V): void {
    this.older.delete(key)
    this.younger.set(key, value)
    if (this.younger.size <= this.half) return
    this.older = this.younger
    this.younger = new Map()
  }

  delete(key: K): void {
    this.younger.delete(key)
    this.older.delete(key)
  }

  clear(): void {
    this.younger.clear()
    this.older.clear()
  }
}
