/**
 * After a form was sent, the first field that is wrong gets the focus: in the next frame if the page refuses it, when
 * the answer arrives if the server does. Whoever goes on typing meanwhile is left alone.
 */
export function focusFirstMistake(page: Window): void {
  const { document } = page
  let answer: MutationObserver | undefined
  const stop = () => answer?.disconnect()
  document.addEventListener('submit', ({ target }) => {
    stop()
    if (!(target instanceof HTMLFormElement)) return
    const focus = () => {
      const mistake = target.querySelector<HTMLElement>('[aria-invalid="true"]')
      if (mistake === null) return
      stop()
      mistake.focus()
    }
    answer = new MutationObserver(focus)
    answer.observe(target, { subtree: true, attributeFilter: ['aria-invalid'] })
    // By then the fields show what is wrong.
    page.requestAnimationFrame(focus)
  })
  for (const event of ['keydown', 'pointerdown']) document.addEventListener(event, stop, true)
}
