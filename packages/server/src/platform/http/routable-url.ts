/** Most characters of a parameter in a path. */
export const longestParameter = 2000

/**
 * A URL for the router. The router compares paths in lower case and cuts them by the positions it finds there; the one
 * letter that is longer in lower case, the dotted capital I of Turkish, would shift them. Parameters are read from the
 * URL as sent, so the replacement is never seen.
 */
export function routableUrl(url: string): string {
  return url.includes('%') ? url.replace(/%c4%b0/gi, 'I') : url
}
