import type { Engine } from '@sheetwright/contract/engines/engine.ts'
import { type AccessLevel, accessRanks } from '@sheetwright/contract/permissions/access-level.ts'

/** Whether the user has the level on an engine. Used to hide what the server would refuse. */
export function mayEngine(level: AccessLevel, engine: Engine): boolean {
  return accessRanks[engine.access] >= accessRanks[level]
}
