import { z } from 'zod'

/** A semantic revision of three numbers; the first is `1.0.0`. */
export const revision = z
  .string()
  .regex(/^\d{1,9}\.\d{1,9}\.\d{1,9}$/, 'is not a revision such as 1.2.3')
  .meta({ id: 'Revision', description: 'Three numbers, as in 1.2.3' })

export const versionUpgrade = z.enum(['major', 'minor', 'patch']).meta({ id: 'VersionUpgrade' })

export type VersionUpgrade = z.infer<typeof versionUpgrade>

type Parts = readonly [major: number, minor: number, patch: number]

export const firstRevision = '1.0.0'

/** The next revision; the first one after none or an unreadable one. */
export function bumped(current: string | undefined, upgrade: VersionUpgrade = 'minor'): string {
  const parts = partsOf(current)
  if (parts === undefined) return firstRevision
  const [major, minor, patch] = parts
  const next = { major: [major + 1, 0, 0], minor: [major, minor + 1, 0], patch: [major, minor, patch + 1] }
  return next[upgrade].join('.')
}

/** Negative if the first is older, positive if it is newer. */
export function compareRevisions(left: string, right: string): number {
  const [a, b] = [partsOf(left), partsOf(right)]
  if (a === undefined || b === undefined) return Number(a !== undefined) - Number(b !== undefined)
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2]
}

export function partsOf(text: string | undefined): Parts | undefined {
  const found = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})$/.exec(text?.trim() ?? '')
  return found ? [Number(found[1]), Number(found[2]), Number(found[3])] : undefined
}
