/** Replaces a space in a return address. */
const spaceMarker = '~20'

/** The address as encoded in `return_url`. */
export function toReturnUrl(address: string): string {
  return address.replaceAll('%20', spaceMarker).replaceAll(' ', spaceMarker)
}

/**
 * The path to go to after signing in. Addresses outside the site are ignored, and those of the login pages, which would
 * cause a loop.
 */
export function fromReturnUrl(returnUrl: string | undefined, origin: string): string {
  if (returnUrl === undefined || returnUrl === '') return '/'
  try {
    const url = new URL(returnUrl.replaceAll(spaceMarker, '%20'), origin)
    if (url.origin !== origin || url.pathname === '/login' || url.pathname.startsWith('/login/')) return '/'
    // Two slashes at the start would be another host.
    return `/${url.pathname.replace(/^\/+/, '')}${url.search}${url.hash}`
  } catch {
    return '/'
  }
}
