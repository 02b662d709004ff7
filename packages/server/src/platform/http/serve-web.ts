import { existsSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { calculationWorkerPolicy, isCalculationWorker, type OtherOrigins, pagePolicy } from './security-headers.ts'

/** The built web application. */
export const webFolder = path.join(import.meta.dirname, '../../../../web/dist')

/** Sends the page that every address of the application opens with. */
export type SendPage = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>

/** The sites that may show the page at an address in a frame. */
export type FramedBy = (url: string) => Promise<readonly string[]>

/** Serves the files of the web application; files that carry a hash in their name are kept by browsers for ever. */
export async function serveWeb(
  app: FastifyInstance,
  folder: string,
  otherOrigins: OtherOrigins,
  framedBy: FramedBy,
): Promise<SendPage> {
  if (!existsSync(path.join(folder, 'index.html'))) {
    app.log.warn({ folder }, 'The web application has not been built: only the calls are served')
    return (_request, reply) =>
      reply.code(503).type('text/plain; charset=utf-8').send('The web application has not been built.\n')
  }
  // A worker has the policy of its own file.
  app.addHook('onRequest', (request, reply, done) => {
    if (isCalculationWorker(request.url)) reply.header('content-security-policy', calculationWorkerPolicy)
    done()
  })
  const assets = path.join(folder, 'assets') + path.sep
  const colours = path.join(folder, 'color-scheme.js')
  const cachingOf = (file: string) => {
    if (file.startsWith(assets)) return 'public, max-age=31536000, immutable'
    // It stands before everything that is drawn, and hardly ever changes.
    return file.startsWith(colours) ? 'public, max-age=86400' : 'no-cache'
  }
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    cacheControl: false,
    preCompressed: true,
    setHeaders(reply, file) {
      reply.header('cache-control', cachingOf(file))
    },
  })
  // Set on the reply: what the static files set on the raw answer gives way to the headers of every answer.
  const sendPage: SendPage = async (request, reply) => {
    const policy = pagePolicy(otherOrigins, await framedBy(request.url))
    return reply.code(200).header('content-security-policy', policy).sendFile('index.html')
  }
  // The static files would answer the folder itself with a refusal.
  app.get('/', (request, reply) => sendPage(request, reply))
  return sendPage
}
