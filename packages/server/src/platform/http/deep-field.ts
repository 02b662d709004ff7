/** Deeper values can be parsed, but not everything that handles them can follow. */
const deepest = 200
/** Names of a field's path that a message shows. */
const mostNames = 4

interface Place {
  readonly value: unknown
  readonly depth: number
  readonly path: readonly string[]
}

/** The body field that is nested too deep, if any, as `body.request_data.inputs.Sum`. */
export function deepField(body: unknown): string | undefined {
  const open: Place[] = [{ value: body, depth: 0, path: ['body'] }]
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const { value, depth, path } = place
    if (typeof value !== 'object' || value === null) continue
    if (depth >= deepest) return path.join('.')
    for (const [name, inner] of Object.entries(value)) {
      open.push({ value: inner, depth: depth + 1, path: path.length < mostNames ? [...path, name] : path })
    }
  }
  return undefined
}
