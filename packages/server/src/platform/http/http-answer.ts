/** The response of a call in a protocol with its own statuses and headers. */
export interface HttpAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** JSON; empty without a body. */
  readonly text: string
}
