/**
 * An address fit for the router. It compares paths in lower case and cuts them by the positions it finds there; the one
 * letter that is longer in lower case, the dotted capital I of Turkish, would shift them. Parameters are read from the
 * address as it was sent, so that the stand-in is never seen.
 */
export function routableUrl(url: string): string {
  return url.includes('%') ? url.replace(/%c4%b0/gi, 'I') : url
}
