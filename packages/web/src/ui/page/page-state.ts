import { createContext, useContext, useEffect, useRef } from 'react'

type ReadState = () => Readonly<Record<string, unknown>>

/** Where the open page leaves what it would lose if only its address were kept. */
export class PageStateSlot {
  private readers: readonly ReadState[] = []

  /** Answers with the way to take it back. */
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

/** Tells what a bookmark of the page has to keep besides its address. */
export function usePageState(read: ReadState): void {
  const slot = useContext(PageStateContext)
  const latest = useRef(read)
  useEffect(() => {
    latest.current = read
  })
  useEffect(() => slot.offer(() => latest.current()), [slot])
}
