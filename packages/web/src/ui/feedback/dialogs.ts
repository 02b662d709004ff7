import { createContext, useContext } from 'react'

interface ConfirmRequest {
  readonly title: string
  readonly text: string
  /** Names the action and its object: "Delete product Motor premium". */
  readonly confirmLabel: string
  readonly cancelLabel: string
  readonly destructive?: boolean
}

interface InfoRequest {
  readonly title: string
  readonly text: string
}

export type OpenDialog =
  | { readonly kind: 'confirm'; readonly request: ConfirmRequest; readonly answer: (confirmed: boolean) => void }
  | { readonly kind: 'info'; readonly request: InfoRequest; readonly close: () => void }
  | { readonly kind: 'alert'; readonly request: InfoRequest; readonly close: () => void }

/** Dialogs that any page can open; `DialogHost` shows them one after the other. */
export interface Dialogs {
  readonly confirm: (request: ConfirmRequest) => Promise<boolean>
  readonly inform: (request: InfoRequest) => Promise<void>
  /** The global alert, for what a user may not do. */
  readonly alert: (request: InfoRequest) => Promise<void>
  readonly current: () => OpenDialog | undefined
  readonly subscribe: (listener: () => void) => () => void
}

export function createDialogs(): Dialogs {
  const listeners = new Set<() => void>()
  let queue: readonly OpenDialog[] = []

  function change(next: readonly OpenDialog[]) {
    queue = next
    for (const listener of listeners) listener()
  }

  function open<T>(make: (finish: (value: T) => void) => OpenDialog): Promise<T> {
    return new Promise((resolve) => {
      const dialog = make((value) => {
        change(queue.filter((one) => one !== dialog))
        resolve(value)
      })
      change([...queue, dialog])
    })
  }

  return {
    confirm: (request) => open<boolean>((answer) => ({ kind: 'confirm', request, answer })),
    inform: (request) => open<void>((close) => ({ kind: 'info', request, close })),
    alert: (request) => open<void>((close) => ({ kind: 'alert', request, close })),
    current: () => queue[0],
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const DialogsContext = createContext<Dialogs | null>(null)

export function useDialogs(): Dialogs {
  const dialogs = useContext(DialogsContext)
  if (dialogs === null) throw new Error('useDialogs needs a DialogsContext')
  return dialogs
}
