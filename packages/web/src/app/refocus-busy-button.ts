/**
 * A button that is disabled while it works loses the focus. It gets it back when it can be pressed again, unless
 * something else was focused meanwhile.
 */
export function refocusBusyButton({ document }: Window): void {
  let focused: EventTarget | null = null
  document.addEventListener('focusin', ({ target }) => {
    focused = target
  })
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      if (!(target instanceof HTMLButtonElement) || target !== focused || target.disabled) continue
      if (document.activeElement === document.body) target.focus({ preventScroll: true })
    }
  }).observe(document, { subtree: true, attributeFilter: ['disabled'] })
}
