import { existsSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { calculationWorkerPolicy, isCalculationWorker, type OtherOrigins, pagePolicy } from './security-headers.ts'

/** The built web application. */
export const webFolder = path.join(import.meta.dirname, '../../../../web/dist')

/** Sends the page for every URL of the application. */
export type SendPage = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>

/** The sites that may frame the page at a URL. */
export type FramedBy = (url: string) => Promise<readonly string[]>

/** Serves the files of the web application; browsers cache files with a hash in their name forever. */
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
  // A worker has the content-security policy of its own file.
  app.addHook('onRequest', (request, reply, done) => {
    if (isCalculationWorker(request.url)) reply.header('content-security-policy', calculationWorkerPolicy)
    done()
  })
  const assets = path.join(folder, 'assets') + path.sep
  const colours = path.join(folder, 'color-scheme.js')
  const cachingOf = (file: string) => {
    if (file.startsWith(assets)) return 'public, max-age=31536000, immutable'
    // It blocks rendering, and hardly ever changes.
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
  // Set on the reply: the general response headers override those that the static plugin sets on the raw response.
  const sendPage: SendPage = async (request, reply) => {
    const policy = pagePolicy(otherOrigins, await framedBy(request.url))
    return reply.code(200).header('content-security-policy', policy).sendFile('index.html')
  }
  // The static plugin would answer the folder itself with an error.
  app.get('/', (request, reply) => sendPage(request, reply))
  return sendPage
}
