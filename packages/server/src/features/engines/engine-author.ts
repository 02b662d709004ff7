import type { KeyIdentity, UserIdentity } from '../../platform/http/caller.ts'

/** The author of an engine: a person or an API key. */
export type AuthorIdentity = UserIdentity | KeyIdentity
