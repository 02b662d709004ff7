import type { Call } from '@sheetwright/contract/call.ts'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { BoundedMap } from '../caches/bounded-map.ts'

export type PathParams = Readonly<Record<string, string>>

/** Answers a request to a call, or leaves it as it came: then it answers false. */
export type AnswerDirectly = (request: IncomingMessage, response: ServerResponse, params: PathParams) => boolean

interface Template {
  readonly segments: readonly string[]
  readonly answer: AnswerDirectly | undefined
}

interface Found {
  readonly answer: AnswerDirectly
  readonly params: PathParams
}

const mostAddresses = 2000
const longestAddress = 500
/** Sign-in, whose addresses a tenant of that name would share. */
const ofOthers = /^\/idp\//i
/** Nothing that has to be decoded, and no query. */
const plain = /^(\/[\w.~-]+)+$/

/**
 * The short way to calls with a JSON body: requests of callers who are known, that arrived whole, and with which nothing is
 * wrong. It spares them the framework, which costs as much as a short calculation. Whatever is out of the ordinary is left
 * to the framework, which asks the same questions again and answers them in full.
 */
export class DirectCalls {
  readonly #templates: Template[] = []
  readonly #found = new BoundedMap<string, Found>(mostAddresses)

  /** Every call is added, because its address may look like that of another. */
  add({ method, path }: Call, answer: AnswerDirectly | undefined): void {
    if (method === 'POST') this.#templates.push({ segments: path.split('/'), answer })
  }

  answer(request: IncomingMessage, response: ServerResponse): boolean {
    const { method, url } = request
    if (method !== 'POST' || url === undefined) return false
    const found = this.#found.get(url) ?? this.#find(url)
    return found?.answer(request, response, found.params) ?? false
  }

  #find(url: string): Found | undefined {
    if (url.length > longestAddress || !plain.test(url) || ofOthers.test(url)) return undefined
    const given = url.split('/')
    const [only, ...others] = this.#templates.filter(({ segments }) => isLike(given, segments))
    if (only?.answer === undefined || others.length > 0) return undefined
    const params: Record<string, string> = {}
    for (const [index, segment] of only.segments.entries()) {
      if (isParameter(segment)) params[segment.slice(1, -1)] = given[index] as string
    }
    const found = { answer: only.answer, params }
    this.#found.set(url, found)
    return found
  }
}

function isLike(given: readonly string[], segments: readonly string[]): boolean {
  if (given.length !== segments.length) return false
  return segments.every((segment, i) => isParameter(segment) || segment.toLowerCase() === given[i]?.toLowerCase())
}

function isParameter(segment: string): boolean {
  return segment.startsWith('{')
}
