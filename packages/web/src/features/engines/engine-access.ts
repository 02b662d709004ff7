import type { Engine } from '@sheetwright/contract/engines/engine.ts'
import { type AccessLevel, accessRanks } from '@sheetwright/contract/permissions/access-level.ts'

/** Whether the person may do with an engine what needs the level. Hides what the server would refuse. */
export function mayEngine(level: AccessLevel, engine: Engine): boolean {
  return accessRanks[engine.access] >= accessRanks[level]
}
