import { CallError } from './call-error.ts'

/** A request above a limit. */
export class TooManyRequests extends CallError {
  constructor(wait: number) {
    super('TOO_MANY_REQUESTS', `Too many requests: try again in ${wait} s`, undefined, wait)
  }
}
