const protocols: ReadonlySet<string> = new Set(['https:', 'http:', 'mailto:'])

/** Whether a link in rich text may have this target. */
export function isWebAddress(text: string): boolean {
  return URL.canParse(text) && protocols.has(new URL(text).protocol)
}
