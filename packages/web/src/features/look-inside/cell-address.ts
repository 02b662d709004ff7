/** Of a block, the cell in its first corner. */
export function firstCellOf(address: string): string {
  const colon = address.indexOf(':', address.lastIndexOf('!'))
  return colon < 0 ? address : address.slice(0, colon)
}
