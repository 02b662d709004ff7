import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Shorter responses arrive sooner uncompressed. */
const leastLength = 32_768

const packers = {
  // Compression levels that cost less than sending the bytes they save.
  br: (text: string) =>
    promisify(brotliCompress)(text, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
    }),
  gzip: (text: string) => promisify(gzip)(text, { level: 4 }),
}

/** Sends a text, compressed if it is long and the client accepts that. Compression runs off the event loop. */
export function sendPacked(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
): FastifyReply | Promise<FastifyReply> {
  if (text.length < leastLength) return reply.send(text)
  const before = reply.getHeader('vary')
  reply.header('vary', before === undefined ? 'accept-encoding' : `${String(before)}, accept-encoding`)
  const coding = acceptedCoding(request.headers['accept-encoding'])
  if (coding === undefined) return reply.send(text)
  return packers[coding](text).then((packed) => reply.header('content-encoding', coding).send(packed))
}

/** The best coding that a client lists with a weight above 0. */
function acceptedCoding(header: string | string[] | undefined): keyof typeof packers | undefined {
  const weights = new Map<string, number>()
  for (const part of String(header ?? '').split(',')) {
    const [name = '', ...parameters] = part.split(';').map((word) => word.trim().toLowerCase())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))
    weights.set(name, weight === undefined ? 1 : Number(weight.slice(2)))
  }
  return (['br', 'gzip'] as const).find((coding) => (weights.get(coding) ?? 0) > 0)
}
