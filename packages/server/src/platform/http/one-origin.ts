import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CallError } from './call-error.ts'

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/**
 * Sends browsers that open the product under another name of the same machine, localhost instead of 127.0.0.1, to the
 * one it knows itself by: signing in works under one origin only, because what a browser keeps belongs to one.
 */
export function keepToOneOrigin(app: FastifyInstance, origin: string): void {
  const own = new URL(origin)
  if (!loopback.test(own.hostname)) return
  app.addHook('onRequest', (request, reply, done) => {
    if (isPageElsewhere(request)) {
      // Put together as text: resolved as an address, a path of two slashes would lead to another site.
      reply.redirect(origin + request.url, 307)
      return
    }
    done()
  })

  function isPageElsewhere({ method, headers, url }: FastifyRequest): boolean {
    const { host, accept = '' } = headers
    if (method !== 'GET' || host === undefined || host === own.host || !accept.includes('text/html')) return false
    const [, name = '', port = ''] = /^(.*?)(?::(\d+))?$/.exec(host) ?? []
    return port === own.port && loopback.test(name) && url.startsWith('/')
  }
}

/**
 * For a server that lets in everybody who reaches it, because it listens on the machine itself: a page of another site,
 * open in a browser there, reaches it too. It gives itself away by its origin, or by the name that it made the browser
 * find the machine under.
 */
export function refuseForeignPages(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ headers }) => {
    const { host, origin } = headers
    const isForeign = !isOfThisMachine(`http://${host ?? ''}`) || (origin !== undefined && !isOfThisMachine(origin))
    if (!isForeign) return
    throw new CallError('PERMISSION_DENIED', 'Without signing in, only pages of this machine are answered')
  })
}

function isOfThisMachine(address: string): boolean {
  return loopback.test(URL.parse(address)?.hostname ?? '')
}
