/** The release that a document belongs to, by its scripts: their names change with their content. */
export function releaseOf(document: Document): string {
  const scripts = document.querySelectorAll('script[type="module"][src]')
  return Array.from(scripts, (script) => script.getAttribute('src')).join(' ')
}

/** The release that the server has now; undefined if it cannot be reached. */
export async function releaseOfServer(): Promise<string | undefined> {
  try {
    const answer = await fetch('/', { cache: 'no-store' })
    return answer.ok ? releaseOf(new DOMParser().parseFromString(await answer.text(), 'text/html')) : undefined
  } catch {
    return undefined
  }
}

/** Reloads the page; false if the server cannot be reached, and the browser would show its own failure instead. */
export async function reloadFromServer(): Promise<boolean> {
  if ((await releaseOfServer()) === undefined) return false
  window.location.reload()
  return true
}
