/** What is nested deeper than this can be read, but not everything that handles it can follow it. */
const deepest = 200
/** A field is named by so much of its path. */
const mostNames = 4

interface Place {
  readonly value: unknown
  readonly depth: number
  readonly path: readonly string[]
}

/** The field of a body that holds something nested too deep, where there is one, as `body.request_data.inputs.Sum`. */
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
