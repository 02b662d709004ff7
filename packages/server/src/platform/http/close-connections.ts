import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Grace period for requests already in flight when the server begins to stop. */
const graceMillis = 500

/** How often a stopping server looks for idle connections. */
const lookMillis = 50

/**
 * Makes a stopping server wait only for pending responses. By default it would also wait for keep-alive connections,
 * and for those that browsers open ahead of a request that never comes.
 */
export function closeConnectionsAtStop(app: FastifyInstance): void {
  const unused = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  app.server.on('request', ({ socket }) => unused.delete(socket))

  app.addHook('preClose', (done) => {
    if (!app.server.listening) return done()
    const since = performance.now()
    const looking = setInterval(() => {
      app.server.closeIdleConnections()
      if (performance.now() - since < graceMillis) return
      for (const socket of unused) socket.destroy()
    }, lookMillis)
    app.server.once('close', () => clearInterval(looking))
    done()
  })
}
