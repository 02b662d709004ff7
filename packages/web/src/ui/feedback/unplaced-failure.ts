/** The failure, unless a field of the form shows it. */
export function unplacedFailure(failure: Error | null, fieldErrors: Readonly<Record<string, unknown>>): Error | null {
  return Object.keys(fieldErrors).length === 0 ? failure : null
}
