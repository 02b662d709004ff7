import type { BodyOf, Call, ParamsOf, QueryOf, ResultOf } from '@sheetwright/contract/call.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { z } from 'zod'
import type { Services } from '../services.ts'
import type { CallerIdentity, FileVisitorIdentity, KeyIdentity, UserIdentity, VisitorIdentity } from './caller.ts'
import type { FileAnswer } from './file-answer.ts'
import type { HttpAnswer } from './http-answer.ts'
import type { JsonText } from './json-text.ts'
import type { LongList } from './long-list.ts'

/** A file of a form, already streamed into storage. Content that no row refers to later is collected. */
export interface UploadedFile {
  /** As the client named it, without any folder. */
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

/** Who a handler can meet: nobody in particular, or a person, and whom else the call declares: clients with an API key, visitors. */
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

/** What the handler of a call answers with. */
export type AnswerOf<C extends Call> = C['output'] extends { readonly kind: 'file' }
  ? FileAnswer
  : C['output'] extends { readonly kind: 'message' }
    ? HttpAnswer
    : C['output'] extends { readonly kind: 'events'; readonly schema: infer S extends z.ZodType }
      ? AsyncIterable<SentEvent<z.output<S>>>
      : ResultOf<C> | JsonText<ResultOf<C>>

/** Everything a handler works with. The request itself stays in the registrar. */
export interface CallContext<C extends Call> {
  readonly caller: CallerOf<C>
  readonly params: ParamsOf<C>
  readonly query: QueryOf<C>
  readonly body: BodyOf<C>
  readonly files: FilesOf<C>
  readonly services: Services
  readonly log: FastifyBaseLogger
  readonly correlationId: string
  /** Where the request comes from. */
  readonly address: string
  /** A header of the request, for protocols that use some of their own. */
  readonly header: (name: string) => string | undefined
  /** A JSON body as it was sent, for whoever keeps it. */
  readonly bodyText: string
  /** The list of a long body that was not read; its field is empty then. Only in calls that declare such a field. */
  readonly longList: LongList | undefined
  /** Aborted when the client goes away before it has its answer. */
  readonly signal: AbortSignal
}

/** A call and the function that answers it, as the registrar takes them. */
export interface Handler {
  readonly call: Call
  readonly run: (context: HandlerInput) => unknown
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
  /** Where the request comes from. */
  readonly address: string
  readonly header: (name: string) => string | undefined
  readonly bodyText: string
  readonly longList: LongList | undefined
  readonly signal: AbortSignal
}

/** Binds a handler to its call. The registrar has checked caller and input against the declaration before it runs. */
export function handle<const C extends Call>(
  call: C,
  run: (context: CallContext<C>) => Promise<AnswerOf<C>> | AnswerOf<C>,
): Handler {
  return { call, run: (context) => run(context as unknown as CallContext<C>) }
}
