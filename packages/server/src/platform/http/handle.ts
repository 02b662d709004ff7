import type { BodyOf, Call, ParamsOf, QueryOf, ResultOf } from '@sheetwright/contract/call.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { z } from 'zod'
import type { Services } from '../services.ts'
import type { CallError } from './call-error.ts'
import type { CallerIdentity, FileVisitorIdentity, KeyIdentity, UserIdentity, VisitorIdentity } from './caller.ts'
import type { FileAnswer } from './file-answer.ts'
import type { HttpAnswer } from './http-answer.ts'
import type { JsonText } from './json-text.ts'
import type { LongList } from './long-list.ts'
import type { TellLimit } from './tell-limit.ts'

/** A file of a form, already streamed into storage. Content that no row refers to later is garbage-collected. */
export interface UploadedFile {
  /** The client's file name, without any folder. */
  readonly fileName: string
  readonly contentType: string
  readonly hash: string
  readonly size: number
}

/** One server-sent event. */
export interface SentEvent<T> {
  readonly id?: string
  readonly event?: string
  readonly data: T
}

/**
 * The callers of a handler: anyone or a person, and the others that the call declares: clients with an API key,
 * visitors.
 */
export type CallerOf<C extends Call> = C['caller'] extends 'anyone'
  ? { readonly kind: 'anyone' }
  :
      | UserIdentity
      | (C extends { readonly keyScope: string } ? KeyIdentity : never)
      | (C extends { readonly visitors: true } ? VisitorIdentity : never)
      | (C extends { readonly visitors: 'ofFile' } ? FileVisitorIdentity : never)

type FilesOf<C extends Call> = C['body'] extends { readonly kind: 'form'; readonly files: infer F }
  ? {
      readonly [K in keyof F]: F[K] extends { readonly required: true } ? UploadedFile : UploadedFile | undefined
    }
  : undefined

/** The result of a call's handler. */
export type AnswerOf<C extends Call> = C['output'] extends { readonly kind: 'file' }
  ? FileAnswer
  : C['output'] extends { readonly kind: 'message' }
    ? HttpAnswer
    : C['output'] extends { readonly kind: 'events'; readonly schema: infer S extends z.ZodType }
      ? AsyncIterable<SentEvent<z.output<S>>>
      : ResultOf<C> | JsonText<ResultOf<C>>

/** Everything a handler needs. The request itself stays in the registrar. */
export interface CallContext<C extends Call> {
  readonly caller: CallerOf<C>
  readonly params: ParamsOf<C>
  readonly query: QueryOf<C>
  readonly body: BodyOf<C>
  readonly files: FilesOf<C>
  readonly services: Services
  readonly log: FastifyBaseLogger
  readonly correlationId: string
  /** IP address of the client. */
  readonly address: string
  /** A request header, for protocols that define their own. */
  readonly header: (name: string) => string | undefined
  /** A JSON body as sent, for handlers that store it. */
  readonly bodyText: string
  /** The unparsed list of a long body; its field is then empty. Only in calls that declare such a field. */
  readonly longList: LongList | undefined
  /** Adds a limit to the headers of the answer. */
  readonly tellLimit: TellLimit
  /** Aborted when the client disconnects before the response. */
  readonly signal: AbortSignal
}

/** A call and its handler, as the registrar takes them. */
export interface Handler {
  readonly call: Call
  readonly run: (context: HandlerInput) => unknown
  /** Called before an admitted request is refused because its input cannot be read. */
  readonly refused?: (request: UnreadRequest, error: CallError) => Promise<void>
}

/** A request whose input has the wrong shape, as it was sent. */
export interface UnreadRequest {
  readonly caller: CallerIdentity
  readonly params: Readonly<Record<string, string>>
  /** Undefined if it is not even JSON. */
  readonly body: unknown
  readonly bodyText: string
  readonly services: Services
  readonly correlationId: string
}

/** The context before a call's declaration gives it types. */
export interface HandlerInput {
  readonly caller: CallerIdentity
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
  readonly files: Readonly<Record<string, UploadedFile | undefined>>
  readonly services: Services
  readonly log: FastifyBaseLogger
  readonly correlationId: string
  /** IP address of the client. */
  readonly address: string
  readonly header: (name: string) => string | undefined
  readonly bodyText: string
  readonly longList: LongList | undefined
  readonly tellLimit: TellLimit
  readonly signal: AbortSignal
}

/** Binds a handler to its call. The registrar has checked caller and input against the declaration before it runs. */
export function handle<const C extends Call>(
  call: C,
  run: (context: CallContext<C>) => Promise<AnswerOf<C>> | AnswerOf<C>,
): Handler {
  return { call, run: (context) => run(context as unknown as CallContext<C>) }
}
