/** The answer of a call that speaks a protocol with statuses and headers of its own. */
export interface HttpAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** JSON; empty where there is nothing to say. */
  readonly text: string
}
