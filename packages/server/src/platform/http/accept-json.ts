import type { BodyLimits } from '@sheetwright/contract/call.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { assertShape } from './body-shape.ts'
import { cutLongList, isLong, type LongList } from './long-list.ts'
import { readBody } from './read-body.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** A JSON body as sent, decompressed. */
    bodyText: string
    /** The list that was cut out of a long body. */
    longList: LongList | undefined
  }
  interface FastifyContextConfig {
    /** JSON limits of the call. */
    readonly bodyLimits?: BodyLimits
    /** The body field whose list is cut out when it is long. */
    readonly longList?: string | undefined
  }
}

/** JSON is the only body that is parsed as a whole; an empty one is no body. */
export function acceptJson(app: FastifyInstance, otherwise: BodyLimits): void {
  app.decorateRequest('bodyText', '')
  app.decorateRequest('longList', undefined)
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', (request, payload, done) => {
    const limits = request.routeOptions.config.bodyLimits ?? otherwise
    readBody(request, payload, limits.bytes, (error, text) => {
      if (error !== null) done(error)
      else if (text === '') done(null, undefined)
      else parse(request, text, limits, done)
    })
  })

  function parse(
    request: FastifyRequest,
    text: string,
    limits: BodyLimits,
    done: (error: Error | null, body?: unknown) => void,
  ): void {
    request.bodyText = text
    const field = isLong(text) ? request.routeOptions.config.longList : undefined
    const cut = field === undefined ? undefined : cutLongList(text, field)
    try {
      assertShape(cut?.rest ?? text, limits)
    } catch (error) {
      return done(error as Error)
    }
    if (field === undefined || cut === undefined) return void parseJson(request, text, done)
    void parseJson(request, cut.rest, (error, rest: Record<string, unknown> | null) => {
      // The wrong value was cut out.
      if (error !== null || rest?.[field] !== cut.mark) return void parseJson(request, text, done)
      request.longList = cut.list
      done(null, { ...rest, [field]: [] })
    })
  }
}
