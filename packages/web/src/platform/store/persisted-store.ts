/** A value that outlives the page, the same in every tab. */
export interface PersistedStore<T> {
  readonly get: () => T
  readonly set: (change: Partial<T>) => void
  readonly subscribe: (listener: () => void) => () => void
}

export interface PersistedStoreOptions<T extends object> {
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>
  readonly key: string
  readonly initial: T
  /** Turns what was stored, by whichever version, into a valid value: transient flags reset, damaged parts replaced. */
  readonly restore: (stored: unknown) => T
  /** Where changes made by other tabs are announced. */
  readonly tabs: Pick<EventTarget, 'addEventListener'>
}

export function createPersistedStore<T extends object>(options: PersistedStoreOptions<T>): PersistedStore<T> {
  const { storage, key, initial, restore, tabs } = options
  const listeners = new Set<() => void>()
  let value = read(storage.getItem(key))

  function read(text: string | null): T {
    if (text === null) return initial
    try {
      return restore(JSON.parse(text))
    } catch {
      return initial
    }
  }

  function announce() {
    for (const listener of listeners) listener()
  }

  tabs.addEventListener('storage', (event) => {
    const change = event as StorageEvent
    if (change.key !== key && change.key !== null) return
    value = read(change.key === null ? null : change.newValue)
    announce()
  })

  return {
    get: () => value,
    set(change) {
      value = { ...value, ...change }
      storage.setItem(key, JSON.stringify(value))
      announce()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
