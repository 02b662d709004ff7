import type { FastifyRequest } from 'fastify'

/** Names of a field's path that a message shows. */
const mostNames = 4

/** The first field of a request with a text (or a name) of this kind, as `query.search` or `body.steps.0.name`. */
export function fieldWith(
  { params, query, body }: Pick<FastifyRequest, 'params' | 'query' | 'body'>,
  isMeant: (text: string) => boolean,
): string | undefined {
  const open: { readonly value: unknown; readonly path: readonly string[] }[] = [
    { value: body, path: ['body'] },
    { value: query, path: ['query'] },
    { value: params, path: ['path'] },
  ]
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const { value, path } = place
    if (typeof value === 'string' && isMeant(value)) return path.join('.')
    if (typeof value !== 'object' || value === null) continue
    for (const [name, inner] of Object.entries(value).toReversed()) {
      if (isMeant(name)) return path.join('.')
      open.push({ value: inner, path: path.length <= mostNames ? [...path, name] : path })
    }
  }
  return undefined
}
