import { useLayoutEffect, useState } from 'react'

/**
 * Returns the focus to where it was before a dialog opened. The dialogs of Mantine do so only if they stay mounted,
 * which most of ours do not.
 */
export function useFocusBack(opened: boolean): void {
  const [wasOpened, setWasOpened] = useState(false)
  const [before, setBefore] = useState<HTMLElement | null>(null)
  // Before the dialog takes the focus, and before the menu that it was opened from is gone.
  if (opened !== wasOpened) {
    setWasOpened(opened)
    if (opened) setBefore(originOf(document.activeElement))
  }
  useLayoutEffect(() => {
    if (!opened) return undefined
    return () => {
      const atClose = document.activeElement
      // The dialog is still there; whoever takes the focus meanwhile keeps it.
      setTimeout(() => {
        const now = document.activeElement
        if (now === null || now === document.body || now === atClose) before?.focus({ preventScroll: true })
      }, 10)
    }
  }, [opened, before])
}

/** The button of the menu that an item belongs to, because the menu closes when the dialog opens. */
function originOf(element: Element | null): HTMLElement | null {
  const button = element?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  const origin = button == null ? element : document.getElementById(button)
  return origin instanceof HTMLElement ? origin : null
}
