import { z } from 'zod'
import type { ErrorCode } from './error-codes.ts'
import type { AreaFlag } from './system/area-flags.ts'
import type { RuleModule, RuleOf } from './user-groups/rules.ts'

/**
 * Who may make a call. The registrar enforces it before the handler runs. The feature's `<entity>.access.ts` then
 * decides which rows the caller sees.
 */
export type Caller =
  /** No sign-in needed. */
  | 'anyone'
  /** A member of the tenant, with a verified token and a valid group. */
  | 'user'
  /** A member of a `supervisor:` group. */
  | 'supervisor'
  /** A person whose token carries the issuer's superuser claim. */
  | 'superuser'

/** Scopes of an API key; a key never administrates. */
export type KeyScope = 'execute' | 'author' | 'logs'

/** Limits of a call's JSON. The server refuses more before parsing it. */
export interface BodyLimits {
  readonly bytes: number
  /** Nesting depth of lists and objects. */
  readonly depth: number
  /** Keys in one object. */
  readonly names: number
}

const megabyte = 1024 * 1024
const ordinary: BodyLimits = { bytes: megabyte, depth: 32, names: 1000 }
/** For calls with the inputs of an engine, which can hold tables. */
export const withInputs: BodyLimits = { bytes: 4 * megabyte, depth: 32, names: 20_000 }
/** For calls with content: pictures, or a list that is not parsed as a whole. */
export const withContent: BodyLimits = { bytes: 16 * megabyte, depth: 32, names: 20_000 }

/**
 * Encoding of the body. The files of a form are streamed into storage, each up to its own limit, before the handler
 * runs; the handler receives the validated fields and the stored files.
 */
export type Body =
  | {
      readonly kind: 'json'
      readonly schema: z.ZodType
      readonly limits: BodyLimits
      /** The object's fields may also be form fields, each as JSON. */
      readonly orForm?: boolean
      /** The fields may also be url-encoded like a form's; each is then a text. */
      readonly urlEncoded?: boolean
      /** A field that can hold a very long list. If it does, the handler gets it as unparsed text. */
      readonly longList?: string
    }
  | {
      readonly kind: 'form'
      /** The text fields. */
      readonly schema: z.ZodObject
      /** File fields, by name. */
      readonly files: Readonly<
        Record<string, { readonly required: boolean; readonly maxBytes: number; readonly description: string }>
      >
    }

/** The response of a successful call. */
export type Output =
  | { readonly kind: 'data'; readonly schema: z.ZodType }
  | { readonly kind: 'list'; readonly item: z.ZodType }
  /** A JSON document without the envelope (config.json, health). */
  | { readonly kind: 'plain'; readonly schema: z.ZodType }
  /** A download: streamed, with content-disposition, ranges supported. */
  | {
      readonly kind: 'file'
      readonly contentType: string
      /** Other types that it may have; files of users can be of any. */
      readonly alsoOf?: readonly string[] | 'any'
      /** As JSON it is a list, not an object. */
      readonly isList?: boolean
    }
  /** JSON of a protocol with its own statuses and headers. */
  | { readonly kind: 'message'; readonly schema: z.ZodType }
  /** Server-sent events. */
  | { readonly kind: 'events'; readonly schema: z.ZodType }

/**
 * True for calls in the shape that clients of such services already use (v3, v4): their path begins with the tenant,
 * which must be the caller's; they ignore unknown fields, answer without the envelope (`plain`), and report errors in
 * `legacyErrorEnvelope`.
 */
export function isForExistingClients({ path }: Pick<Call, 'path'>): boolean {
  return path.startsWith('/{tenant}/')
}

/** True for calls that OAuth clients make: their failures also have the fields of RFC 6749 (`oauthErrorEnvelope`). */
export function isForOAuthClients({ path }: Pick<Call, 'path'>): boolean {
  return path.startsWith('/auth/realms/')
}

/** The paths of a call: its own and, for existing clients, the one that begins with the tenant. */
export function addressesOf(call: Call): readonly Call[] {
  if (call.alsoUnderTenant !== true) return [call]
  const tenant = z.string().min(1).max(63)
  const params = call.params?.extend({ tenant }) ?? z.strictObject({ tenant })
  return [call, { ...call, path: `/{tenant}${call.path}`, params }]
}

/** A permission among the group rules. */
export type CallRule = {
  [M in RuleModule]: { readonly module: M; readonly rule: RuleOf<M, 'permission'> }
}[RuleModule]

/** The declaration of one call. Everything else about it (route, OpenAPI, client, refusal tests) follows from here. */
export interface Call {
  /** `feature.verbNoun`, unique; also the OpenAPI operation id. */
  readonly id: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path with `{parameters}`; case-insensitive. */
  readonly path: string
  /** Existing clients also make the call under `/{tenant}` and the same path; the tenant must be the caller's. */
  readonly alsoUnderTenant?: true
  readonly summary: string
  readonly caller: Caller
  /** Scope that lets an API key make the call too. */
  readonly keyScope?: KeyScope
  /** Visitors may make the call too; the handler must check that it is about the engine, or the file, of their link. */
  readonly visitors?: true | 'ofFile'
  /** Refused with RULE_VALIDATION_FAILED if the caller's groups deny it. */
  readonly rule?: CallRule
  /** Refused with AREA_SWITCHED_OFF if the tenant has switched off the call's area. */
  readonly flag?: AreaFlag
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: Body
  readonly output: Output
  /**
   * How long browsers may cache a response without revalidation; not at all unless given. For responses that are the
   * same for everybody.
   */
  readonly keptSeconds?: number
  /** Specific codes for invalid body fields; the others are INVALID_INPUT. */
  readonly fieldCodes?: Readonly<Record<string, ErrorCode>>
  /** A missing body is MISSING_PARAMETERS, a missing field of it MISSING_KEY_IN_BODY. */
  readonly tellsMissing?: true
  /** Codes of this call, in addition to those of every call (input, identity, permission, rate, server). */
  readonly errors: readonly ErrorCode[]
}

/** Keeps the literal types of a declaration, so that handler and client are typed by it. */
export function defineCall<const C extends Call>(call: C): C {
  return call
}

export function json<const S extends z.ZodType>(schema: S, limits = ordinary) {
  return { kind: 'json', schema, limits } as const
}

/** A JSON object with a field that can hold a very long list. */
export function jsonWithLongList<const S extends z.ZodType>(schema: S, longList: string) {
  return { kind: 'json', schema, limits: withContent, longList } as const
}

/** A JSON object whose fields may also be form fields, each as JSON. */
export function jsonOrForm<const S extends z.ZodType>(schema: S, limits = ordinary) {
  return { kind: 'json', schema, limits, orForm: true } as const
}

export function data<const S extends z.ZodType>(schema: S) {
  return { kind: 'data', schema } as const
}

export function list<const S extends z.ZodType>(item: S) {
  return { kind: 'list', item } as const
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined
type Sent<S> = S extends z.ZodType ? z.input<S> : undefined

/** What a handler receives after validation. */
export type ParamsOf<C extends Call> = Parsed<C['params']>
export type QueryOf<C extends Call> = Parsed<C['query']>
export type BodyOf<C extends Call> = C['body'] extends { schema: infer S } ? Parsed<S> : undefined

/** What a client sends. */
export type SentParams<C extends Call> = Sent<C['params']>
export type SentQuery<C extends Call> = Sent<C['query']>
export type SentBody<C extends Call> = C['body'] extends { schema: infer S } ? Sent<S> : undefined

/** The data a client receives from a call with JSON output, and that its handler returns. */
export type ResultOf<C extends Call> = C['output'] extends { kind: 'data' | 'plain'; schema: infer S extends z.ZodType }
  ? z.output<S>
  : C['output'] extends { kind: 'list'; item: infer I extends z.ZodType }
    ? { items: z.output<I>[]; count: number }
    : never
