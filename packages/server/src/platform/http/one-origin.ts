import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CallError } from './call-error.ts'

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/**
 * Redirects browsers that open the product under another name of the same machine, localhost instead of 127.0.0.1, to
 * its configured origin: signing in works under one origin only, because browser storage belongs to one.
 */
export function keepToOneOrigin(app: FastifyInstance, origin: string): void {
  const own = new URL(origin)
  if (!loopback.test(own.hostname)) return
  app.addHook('onRequest', (request, reply, done) => {
    if (isPageElsewhere(request)) {
      // Concatenated as text: resolved as a URL, a path of two slashes would lead to another site.
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

/** Headers that only proxies send. What comes through one may come from anywhere. */
const passedOn = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']

/**
 * For a server without sign-in that listens on the local machine: pages of other sites, open in a browser there, reach
 * it too. Their origin gives them away, or the host name under which they made the browser find the machine (DNS
 * rebinding). Others reach it through a proxy on the machine.
 */
export function refuseForeignPages(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ headers }) => {
    const { host, origin } = headers
    const isForeign = !isOfThisMachine(`http://${host ?? ''}`) || (origin !== undefined && !isOfThisMachine(origin))
    if (!isForeign && !passedOn.some((name) => name in headers)) return
    throw new CallError('PERMISSION_DENIED', 'Without signing in, only pages of this machine are answered')
  })
}

function isOfThisMachine(address: string): boolean {
  return loopback.test(URL.parse(address)?.hostname ?? '')
}
