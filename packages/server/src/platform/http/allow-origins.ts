import type { FastifyInstance } from 'fastify'

/** Paths that programs call; sign-in and pages stay with the product's own origin. */
const calledAddress = /^\/(api|users)\/|^\/[^/]+\/api\/v\d+\//i

const exposed = 'content-disposition, ratelimit, ratelimit-policy, retry-after, x-request-id, x-retry-after'
const accepted =
  'authorization, content-type, content-encoding, x-tenant-name, x-synthetic-key, x-request-id, apiversion, ocp-apim-subscription-key'

/**
 * Lets pages of listed origins make calls. Their credentials are headers that those pages set: cookies are never
 * allowed, so that a page can do no more than its token or key.
 */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return
  const listed = new Set(origins)
  app.addHook('onRequest', (request, reply, done) => {
    if (!calledAddress.test(request.url)) {
      done()
      return
    }
    reply.header('vary', 'origin')
    const { origin, 'access-control-request-method': asked } = request.headers
    if (origin === undefined || !listed.has(origin)) {
      done()
      return
    }
    reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': exposed })
    if (request.method !== 'OPTIONS' || asked === undefined) {
      done()
      return
    }
    reply
      .headers({
        'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
        'access-control-allow-headers': accepted,
        'access-control-max-age': '7200',
      })
      .code(204)
      .send()
  })
}
