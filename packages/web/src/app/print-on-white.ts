/** Printouts are light, whatever the screen is: dark ones are grey text on white paper, or pages full of ink. */
export function printOnWhite(page: Window): void {
  const root = page.document.documentElement
  const attribute = 'data-mantine-color-scheme'
  let scheme: string | null = null
  page.addEventListener('beforeprint', () => {
    scheme = root.getAttribute(attribute)
    root.setAttribute(attribute, 'light')
  })
  page.addEventListener('afterprint', () => {
    if (scheme !== null) root.setAttribute(attribute, scheme)
  })
}
