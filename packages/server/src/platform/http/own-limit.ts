/** A limit that somebody set. */
export interface OwnLimit {
  /** Id of the tenant, key, program or engine that it limits. */
  readonly of: string
  readonly perMinute: number
}
