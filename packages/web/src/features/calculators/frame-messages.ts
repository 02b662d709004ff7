import { type RefObject, useEffect } from 'react'
import type { Values } from './calculator-state.ts'

/** Whether the page is embedded in another site. */
export function isFramed(): boolean {
  return window.parent !== window
}

type FrameMessage =
  | { readonly kind: 'size'; readonly height: number }
  | { readonly kind: 'result'; readonly inputs: Values; readonly outputs: Values }

/** Posts a message to the embedding site. The policy of the page admits only the sites that the link lists. */
function tell(message: FrameMessage): void {
  window.parent.postMessage({ from: 'sheetwright', ...message }, '*')
}

export function tellResult(inputs: Values, outputs: Values): void {
  tell({ kind: 'result', inputs, outputs })
}

/** Tells the embedding site the height of the page, so that the frame grows with it. */
export function useToldSize(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const shown = page.current
    if (!isFramed() || shown === null) return undefined
    const observer = new ResizeObserver(() => tell({ kind: 'size', height: Math.ceil(shown.scrollHeight) }))
    observer.observe(shown)
    return () => observer.disconnect()
  }, [page])
}
