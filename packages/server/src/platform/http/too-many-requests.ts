import { CallError } from './call-error.ts'

/** A request above a limit. */
export class TooManyRequests extends CallError {
  /** The limit, for the `ratelimit` header, unless that has it already. */
  readonly limit: string | undefined

  constructor(wait: number, limit?: string) {
    super('TOO_MANY_REQUESTS', `Too many requests: try again in ${wait} s`, undefined, wait)
    this.limit = limit
  }
}
