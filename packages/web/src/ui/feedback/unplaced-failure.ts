/** A failure that no field of the form tells about. */
export function unplacedFailure(failure: Error | null, fieldErrors: Readonly<Record<string, unknown>>): Error | null {
  return Object.keys(fieldErrors).length === 0 ? failure : null
}
