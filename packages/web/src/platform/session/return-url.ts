/** Stands for a space in a return address. */
const spaceMarker = '~20'

/** The address as it travels in `return_url`. */
export function toReturnUrl(address: string): string {
  return address.replaceAll('%20', spaceMarker).replaceAll(' ', spaceMarker)
}

/**
 * The path to go to after signing in. An address outside the site, or one of the login pages, which would lead round in
 * a circle, is ignored.
 */
export function fromReturnUrl(returnUrl: string | undefined, origin: string): string {
  if (returnUrl === undefined || returnUrl === '') return '/'
  try {
    const url = new URL(returnUrl.replaceAll(spaceMarker, '%20'), origin)
    if (url.origin !== origin || url.pathname === '/login' || url.pathname.startsWith('/login/')) return '/'
    // Two slashes at the start would name another site.
    return `/${url.pathname.replace(/^\/+/, '')}${url.search}${url.hash}`
  } catch {
    return '/'
  }
}
