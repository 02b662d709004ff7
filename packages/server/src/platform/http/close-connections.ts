import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** A request can be on its way already when the server begins to stop; this long it may take to arrive. */
const graceMillis = 500

/** How often a stopping server looks for connections that have nothing more to do. */
const lookMillis = 50

/**
 * Lets a server that stops wait for answers and for nothing else. By itself it would also wait for connections that are
 * kept alive after their last answer, and for those that browsers open ahead of a request that never comes.
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
