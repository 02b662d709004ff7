import type { BodyLimits } from '@sheetwright/contract/call.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { assertShape } from './body-shape.ts'
import { CallError } from './call-error.ts'
import { type CutBody, cutLongList, isJson, isLong, type LongList } from './long-list.ts'
import { readBody } from './read-body.ts'
import { assertNamesOnce } from './repeated-name.ts'

type Done = (error: Error | null, body?: unknown) => void

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
export function acceptJson(app: FastifyInstance, usual: BodyLimits): void {
  app.decorateRequest('bodyText', '')
  app.decorateRequest('longList', undefined)
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', (request, payload, done) => {
    const limits = request.routeOptions.config.bodyLimits ?? usual
    readBody(request, payload, limits.bytes, (error, text) => {
      if (error !== null) done(error)
      else if (text === '') done(null, undefined)
      else parse(request, text, limits, done)
    })
  })

  function parse(request: FastifyRequest, text: string, limits: BodyLimits, done: Done): void {
    request.bodyText = text
    const field = request.routeOptions.config.longList
    const cut = field !== undefined && isLong(text) ? cutLongList(text, field) : undefined
    try {
      assertShape(cut?.rest ?? text, limits)
    } catch (error) {
      return done(error as Error)
    }
    if (field !== undefined && cut !== undefined) {
      return parseCut(request, cut, field, done, () => parseOnce(request, text, done))
    }
    parseOnce(request, text, (error, body) => {
      // A key such as __proto__ must fail only the element of the list that has it, as in a long list.
      const list = error !== null && field !== undefined && isJson(text) ? cutLongList(text, field) : undefined
      if (list === undefined || field === undefined) return done(error, body)
      parseCut(request, list, field, done, () => done(error))
    })
  }

  function parseCut(
    request: FastifyRequest,
    { rest, mark, list }: CutBody,
    field: string,
    done: Done,
    otherwise: () => void,
  ): void {
    parseOnce(request, rest, (error, body) => {
      const fields = body as Record<string, unknown> | null
      // The wrong value was cut out.
      if (error !== null || fields?.[field] !== mark) return otherwise()
      request.longList = list
      done(null, { ...fields, [field]: [] })
    })
  }

  function parseOnce(request: FastifyRequest, text: string, done: Done): void {
    void parseJson(request, text, (error, body: unknown) => {
      if (error !== null) return done(isJson(text) ? forbiddenName : error)
      try {
        assertNamesOnce(text, body)
      } catch (repeated) {
        return done(repeated as Error)
      }
      done(null, body)
    })
  }
}

/** Names with which a body could reach into the server's own objects. */
const forbiddenName = new CallError(
  'INVALID_INPUT',
  'No field of the body may be named __proto__, or constructor with a field prototype',
  [{ field: 'body', message: 'holds a field with a name that is not allowed' }],
)
