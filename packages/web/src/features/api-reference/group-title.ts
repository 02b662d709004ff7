/** A feature's name as a heading: `apiReference` becomes `Api reference`. */
export function groupTitle(group: string): string {
  const words = group.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
