const protocols: ReadonlySet<string> = new Set(['https:', 'http:', 'mailto:'])

/** Whether a link in rich text may lead there. */
export function isWebAddress(text: string): boolean {
  return URL.canParse(text) && protocols.has(new URL(text).protocol)
}
