/** A value in storage, shared by all tabs. */
export interface PersistedStore<T> {
  readonly get: () => T
  readonly set: (change: Partial<T>) => void
  readonly subscribe: (listener: () => void) => () => void
}

export interface PersistedStoreOptions<T extends object> {
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>
  readonly key: string
  readonly initial: T
  /** Turns stored data of any version into a valid value: resets transient flags, replaces damaged parts. */
  readonly restore: (stored: unknown) => T
  /** Receives changes made by other tabs. */
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
