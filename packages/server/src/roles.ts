/** What a process does: `api` answers requests, `worker` runs background jobs, `all` does both. */
export const roles = ['all', 'api', 'worker'] as const
export type Role = (typeof roles)[number]
