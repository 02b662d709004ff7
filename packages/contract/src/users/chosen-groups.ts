import { z } from 'zod'
import { groupLabel } from './group-label.ts'

/** The groups of a person: several, or one as older clients send it. */
export const groupFields = {
  group_path: groupLabel.optional().describe('The only group'),
  groups: z.array(groupLabel).min(1).max(50).optional().describe('All groups; instead of group_path'),
}

interface GroupFields {
  readonly group_path?: string | undefined
  readonly groups?: readonly string[] | undefined
}

/** Every group in a request, without duplicates. */
export function chosenGroups({ group_path: one, groups }: GroupFields): string[] {
  return [...new Set(groups ?? (one === undefined ? [] : [one]))]
}

/** For requests that must name a group. */
export function namesGroup(fields: GroupFields): boolean {
  return chosenGroups(fields).length > 0
}

export const groupMissing = { error: 'needs groups or group_path', path: ['groups'] }
