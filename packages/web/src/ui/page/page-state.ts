import { createContext, useContext, useEffect, useRef } from 'react'

type ReadState = () => Readonly<Record<string, unknown>>

/** Holds the state of the open page that is not in its address. */
export class PageStateSlot {
  private readers: readonly ReadState[] = []

  /** Registers a reader. Returns a function that removes it. */
  offer(read: ReadState): () => void {
    this.readers = [...this.readers, read]
    return () => {
      this.readers = this.readers.filter((one) => one !== read)
    }
  }

  read(): Readonly<Record<string, unknown>> {
    return this.readers.at(-1)?.() ?? {}
  }
}

export const PageStateContext = createContext(new PageStateSlot())

/** Registers the state that a bookmark of the page stores besides its address. */
export function usePageState(read: ReadState): void {
  const slot = useContext(PageStateContext)
  const latest = useRef(read)
  useEffect(() => {
    latest.current = read
  })
  useEffect(() => slot.offer(() => latest.current()), [slot])
}
