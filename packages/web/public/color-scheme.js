// Sets the colour scheme before the first paint. A file of its own, because the content-security policy allows no inline script.
;(() => {
  let choice = 'auto'
  try {
    choice = localStorage.getItem('sheetwright.color-scheme') ?? 'auto'
  } catch {
    // Storage can be forbidden by the browser; the system's scheme is then used.
  }
  const dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  const scheme = dark ? 'dark' : 'light'
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme)
  // The background until the style sheets arrive.
  document.querySelector('meta[name="color-scheme"]').content = scheme
})()
