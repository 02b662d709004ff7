/** The address of a cell; of a range, its top left cell. */
export function firstCellOf(address: string): string {
  const colon = address.indexOf(':', address.lastIndexOf('!'))
  return colon < 0 ? address : address.slice(0, colon)
}
