import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useText } from '../../platform/messages/use-text.ts'
import { useDialogs } from './dialogs.ts'

export interface LeaveGuard {
  readonly unsaved: boolean
  /** Asks as when leaving the page; for closing a dialog. */
  mayLeave(): Promise<boolean>
  /** Allows leaving once without asking, after saving. */
  release(): void
}

export type Address = Readonly<{ pathname: string; search: object }>

/** Asks before leaving the page with unsaved changes; not when the next address keeps them. */
export function useLeaveGuard(unsaved: boolean, keeps?: (current: Address, next: Address) => boolean): LeaveGuard {
  const text = useText()
  const dialogs = useDialogs()
  const released = useRef(false)
  useEffect(() => {
    if (!unsaved) released.current = false
  }, [unsaved])

  async function mayLeave() {
    if (!unsaved || released.current) return true
    return dialogs.confirm({
      title: text('Leave.title'),
      text: text('Leave.text'),
      confirmLabel: text('Leave.discard'),
      cancelLabel: text('Leave.stay'),
      destructive: true,
    })
  }

  useBlocker({
    shouldBlockFn: async ({ current, next }) => keeps?.(current, next) !== true && !(await mayLeave()),
    enableBeforeUnload: () => unsaved && !released.current,
    disabled: !unsaved,
  })
  return {
    unsaved,
    mayLeave,
    release() {
      released.current = true
    },
  }
}
