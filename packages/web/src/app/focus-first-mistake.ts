/** After a form was sent and refused by its fields, the first one that is wrong gets the focus. */
export function focusFirstMistake(page: Window): void {
  page.document.addEventListener('submit', ({ target }) => {
    // By then the fields show what is wrong.
    page.requestAnimationFrame(() => {
      if (target instanceof HTMLFormElement) target.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    })
  })
}
