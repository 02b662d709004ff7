/** Prints a requirement with `holds` or `FAILS`; returns whether it holds. */
export function say(line: string, holds: boolean): boolean {
  console.log(`${line}: ${holds ? 'holds' : 'FAILS'}`)
  return holds
}
