import type { z } from 'zod'
import { ApiError } from './api-error.ts'
import type { Call, ResultOf, SentBody, SentParams, SentQuery } from './call.ts'
import { sendWithProgress } from './client-upload.ts'
import { fileNameFrom } from './content-disposition.ts'
import type { FieldError } from './envelope.ts'
import { readEvents } from './event-stream.ts'

export interface ClientOptions {
  /** Origin of the server, `''` for the page's own. */
  readonly baseUrl: string
  /**
   * Headers of every request (authorization, x-tenant-name). Called before each request, so that an expired token can
   * be renewed first; if it throws, the call fails with that error.
   */
  readonly headers?: () => Promise<Readonly<Record<string, string>>> | Readonly<Record<string, string>>
  readonly fetch?: typeof fetch
}

/** A file to send: a browser `File`, or any content with a name. */
export type SentFile = File | { readonly content: Blob; readonly fileName: string }

export interface Download {
  readonly blob: Blob
  readonly fileName: string | undefined
}

export interface ClientEvent<T> {
  readonly id: string | undefined
  readonly event: string | undefined
  readonly data: T
}

type Part<K extends string, T> = [T] extends [undefined]
  ? unknown
  : object extends T
    ? { [P in K]?: T }
    : { [P in K]: T }

type FilesPart<C extends Call> = C['body'] extends { kind: 'form'; files: infer F }
  ? keyof F extends never
    ? unknown
    : Part<
        'files',
        { [K in keyof F as F[K] extends { required: true } ? K : never]: SentFile } & {
          [K in keyof F as F[K] extends { required: true } ? never : K]?: SentFile
        }
      >
  : unknown

/** The arguments of a call. */
export type CallInput<C extends Call> = Part<'params', SentParams<C>> &
  Part<'query', SentQuery<C>> &
  Part<'body', SentBody<C>> &
  FilesPart<C> & {
    readonly signal?: AbortSignal
    /** Sent percentage of the body; in browsers only. */
    readonly onUploadProgress?: (percent: number) => void
  }

/** The result of a call: its data, a page of a list, a download, or a stream of events. */
export type CallResult<C extends Call> = C['output'] extends { kind: 'file' }
  ? Download
  : C['output'] extends { kind: 'events'; schema: infer S extends z.ZodType }
    ? AsyncGenerator<ClientEvent<z.output<S>>, void, undefined>
    : ResultOf<C>

export interface Client {
  /** Makes a call of the contract. Fails with `ApiError` only. */
  call<const C extends Call>(
    call: C,
    ...input: object extends CallInput<C> ? [input?: CallInput<C>] : [input: CallInput<C>]
  ): Promise<CallResult<C>>
}

interface LooseInput {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly files?: Readonly<Record<string, SentFile | undefined>>
  readonly signal?: AbortSignal
  readonly onUploadProgress?: (percent: number) => void
}

/** The typed client of the product's calls, for browsers and Node. */
export function createClient(options: ClientOptions): Client {
  return {
    async call(call, ...given) {
      const input: LooseInput = given[0] ?? {}
      const response = await send(options, call, input)
      return (await resultOf(call, response, input.signal)) as CallResult<typeof call>
    },
  }
}

async function send(options: ClientOptions, call: Call, input: LooseInput): Promise<Response> {
  const url = options.baseUrl + pathOf(call, input.params ?? {}) + queryOf(input.query ?? {})
  const headers = new Headers(await options.headers?.())
  headers.set('accept', call.output.kind === 'events' ? 'text/event-stream' : 'application/json, */*')
  const body = bodyOf(call, input)
  if (typeof body === 'string') headers.set('content-type', 'application/json')
  const { signal, onUploadProgress } = input
  try {
    if (onUploadProgress !== undefined && body !== undefined && typeof XMLHttpRequest !== 'undefined') {
      return await sendWithProgress(url, { method: call.method, headers, body, signal }, onUploadProgress)
    }
    return await (options.fetch ?? fetch)(url, {
      method: call.method,
      headers,
      ...(body === undefined ? {} : { body }),
      ...(signal === undefined ? {} : { signal }),
    })
  } catch (cause) {
    if (signal?.aborted) throw new ApiError('NETWORK_CANCELLED', 'The request was cancelled', { cause })
    throw new ApiError('UNABLE_TO_CONNECT', 'The server could not be reached', { cause })
  }
}

function pathOf(call: Call, params: Readonly<Record<string, unknown>>): string {
  return call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name]).toWellFormed()))
}

function queryOf(query: Readonly<Record<string, unknown>>): string {
  const pairs = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue
    for (const one of Array.isArray(value) ? value : [value]) pairs.append(name, String(one))
  }
  return pairs.size === 0 ? '' : `?${pairs.toString()}`
}

function bodyOf(call: Call, input: LooseInput): string | FormData | undefined {
  if (call.body === undefined) return undefined
  if (call.body.kind === 'json') return JSON.stringify(input.body ?? {})
  const form = new FormData()
  for (const [name, value] of Object.entries((input.body ?? {}) as Readonly<Record<string, unknown>>)) {
    if (value === undefined || value === null) continue
    form.append(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  for (const [name, file] of Object.entries(input.files ?? {})) {
    if (file === undefined) continue
    if (file instanceof Blob) form.append(name, file, file.name)
    else form.append(name, file.content, file.fileName)
  }
  return form
}

async function resultOf(call: Call, response: Response, signal: AbortSignal | undefined): Promise<unknown> {
  try {
    if (response.ok && call.output.kind === 'file') {
      return {
        blob: await response.blob(),
        fileName: fileNameFrom(response.headers.get('content-disposition')),
      } satisfies Download
    }
    if (response.ok && call.output.kind === 'events' && response.body !== null) return eventsOf(response.body, signal)
    const text = await response.text()
    return readAnswer(call, response, text)
  } catch (cause) {
    throw streamFailure(cause, signal)
  }
}

async function* eventsOf(body: ReadableStream<Uint8Array>, signal: AbortSignal | undefined) {
  try {
    for await (const event of readEvents(body)) {
      yield { id: event.id, event: event.event, data: JSON.parse(event.data) as unknown }
    }
  } catch (cause) {
    throw streamFailure(cause, signal)
  }
}

function streamFailure(cause: unknown, signal: AbortSignal | undefined): ApiError {
  if (cause instanceof ApiError) return cause
  if (signal?.aborted) return new ApiError('NETWORK_CANCELLED', 'The request was cancelled', { cause })
  return new ApiError('NETWORK_ERROR', 'The connection broke before the answer was complete', { cause })
}

/** Unwraps a response from its envelope; gateways and older servers spell some fields differently. */
function readAnswer(call: Call, response: Response, text: string): unknown {
  const answer = parseObject(text)
  if (answer === undefined) {
    const details = { status: response.status, correlationId: response.headers.get('x-request-id') ?? undefined }
    if (response.status === 401) throw new ApiError('UNAUTHORIZED_ACCESS', 'You are not signed in', details)
    throw new ApiError('UNABLE_TO_PARSE_RESPONSE', 'The answer of the server could not be read', details)
  }
  if (response.ok && call.output.kind === 'plain') return answer
  const succeeded = response.status === 200 && (answer['status'] === 'Success' || answer['status'] === 'OK')
  if (!succeeded) throw failureOf(response, answer)
  if (call.output.kind === 'list') return { items: answer['data'], count: answer['count'] }
  return answer['data']
}

function failureOf(response: Response, answer: Readonly<Record<string, unknown>>): ApiError {
  const codes = answer['error_codes']
  const code = answer['errorCode'] ?? answer['error_code'] ?? (Array.isArray(codes) ? codes[0] : undefined)
  const message = answer['message'] ?? answer['Message']
  return new ApiError(
    typeof code === 'string' ? code : 'INTERNAL_SERVER_ERROR',
    typeof message === 'string' ? message : `The server answered with status ${response.status}`,
    {
      status: response.status,
      fieldErrors: fieldErrorsOf(answer['errors']),
      correlationId:
        typeof answer['correlationId'] === 'string'
          ? answer['correlationId']
          : (response.headers.get('x-request-id') ?? undefined),
      data: answer['data'] ?? answer['Data'],
    },
  )
}

function fieldErrorsOf(errors: unknown): FieldError[] {
  if (!Array.isArray(errors)) return []
  return errors.flatMap((error: unknown) => {
    if (typeof error === 'string') return [{ field: '', message: error }]
    if (typeof error !== 'object' || error === null || !('message' in error)) return []
    return [error as FieldError]
  })
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
