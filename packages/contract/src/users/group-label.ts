import { z } from 'zod'

/** The roles of a group label; the first one a person has wins. */
export const roles = ['supervisor', 'user'] as const

export type Role = (typeof roles)[number]

/** The root of all groups. */
export const groupPrefix = 'pf'

/** A role and a group, `role:group`, as in `supervisor:pf` or `user:pf.forms`. */
export const groupLabel = z
  .string()
  .trim()
  .max(120)
  .regex(/^(supervisor|user):pf[\p{L}\p{N}._-]*$/u, {
    error: 'must be supervisor: or user: followed by a group that starts with pf',
  })
  .meta({ id: 'GroupLabel', description: '`role:group`, as in `supervisor:pf` or `user:pf.forms`' })
