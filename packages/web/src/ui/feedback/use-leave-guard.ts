import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useText } from '../../platform/messages/use-text.ts'
import { useDialogs } from './dialogs.ts'

export interface LeaveGuard {
  readonly unsaved: boolean
  /** Asks as leaving the page would; for closing a dialog. */
  mayLeave(): Promise<boolean>
  /** Lets the next way out pass: what was unsaved has just been saved. */
  release(): void
}

/** Asks before unsaved changes are lost by leaving the page. */
export function useLeaveGuard(unsaved: boolean): LeaveGuard {
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
    shouldBlockFn: async () => !(await mayLeave()),
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
