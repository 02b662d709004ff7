import type { KeyIdentity, UserIdentity } from '../../platform/http/caller.ts'

/** Who works on engines: a person or an API key. */
export type AuthorIdentity = UserIdentity | KeyIdentity
