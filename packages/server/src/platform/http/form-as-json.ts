import { Busboy } from '@fastify/busboy'
import type { BodyLimits } from '@sheetwright/contract/call.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { assertShape } from './body-shape.ts'
import { CallError } from './call-error.ts'
import { refusePacked } from './decode-body.ts'
import { assertNamesOnce } from './repeated-name.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The JSON body of the call may also be a form whose fields hold JSON. */
    readonly takesForm?: boolean
    /** And url-encoded. */
    readonly urlEncoded?: boolean
  }
}

const mostFields = 50

/**
 * Lets calls that declare it take their JSON body as a form: each field holds a part of it as JSON. Calls sent as JSON
 * pay nothing for it.
 */
export function acceptFormAsJson(app: FastifyInstance): void {
  app.addContentTypeParser('multipart/form-data', async (request: FastifyRequest, payload: Readable) => {
    const { takesForm, bodyLimits } = request.routeOptions.config
    if (takesForm !== true || bodyLimits === undefined) {
      payload.resume()
      throw new CallError('UNSUPPORTED_MEDIA_TYPE', 'This call takes a JSON body')
    }
    refusePacked(request)
    const body = await readFields(request.headers, payload, bodyLimits)
    request.bodyText = JSON.stringify(body)
    return body
  })
}

/** Lets calls that declare it take their JSON body as url-encoded fields, as token endpoints do. */
export function acceptUrlEncoded(app: FastifyInstance, bodyLimit: number): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit },
    async (request: FastifyRequest, text: string | Buffer) => {
      if (request.routeOptions.config.urlEncoded === true) return Object.fromEntries(new URLSearchParams(String(text)))
      throw new CallError('UNSUPPORTED_MEDIA_TYPE', 'This call takes a JSON body')
    },
  )
}

function readFields(
  headers: IncomingHttpHeaders,
  payload: Readable,
  limits: BodyLimits,
): Promise<Record<string, unknown>> {
  return new Promise((resolve, reject) => {
    const body: Record<string, unknown> = Object.create(null) as Record<string, unknown>
    let length = 0
    const refuse = (error: CallError) => {
      payload.unpipe()
      payload.resume()
      reject(error)
    }
    const form = new Busboy({
      headers: { ...headers, 'content-type': headers['content-type'] ?? '' },
      limits: { fields: mostFields, fieldSize: limits.bytes, files: 0 },
    })
    form.on('field', (name, value, _nameCut, valueCut) => {
      length += value.length
      if (valueCut || length > limits.bytes)
        refuse(new CallError('REQUEST_TOO_LARGE', 'The fields of the form are too long'))
      else if (name in body) refuse(invalid(name, 'is given more than once'))
      else {
        try {
          assertShape(value, limits, `body.${name}`)
          body[name] = JSON.parse(value)
          assertNamesOnce(value, body[name], `body.${name}`)
        } catch (error) {
          refuse(error instanceof CallError ? error : invalid(name, 'is not JSON'))
        }
      }
    })
    form.on('fieldsLimit', () => refuse(invalid('', `has more than ${mostFields} fields`)))
    form.on('error', () => refuse(invalid('', 'is not a form as its content type says')))
    form.on('finish', () => resolve({ ...body }))
    payload.on('error', reject)
    payload.pipe(form)
  })
}

function invalid(field: string, message: string): CallError {
  const at = field === '' ? 'body' : `body.${field}`
  return new CallError('INVALID_INPUT', `${at} ${message}`, [{ field: at, message }])
}
