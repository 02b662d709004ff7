import type { EngineType } from '@sheetwright/contract/engines/engine.ts'
import type { Iteration } from '@sheetwright/contract/engines/iteration.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { Office } from '../../platform/office/office.ts'

/** Refuses an engine type that cannot run on this installation. */
export function assertTypeRuns({ isInstalled }: Office, engineType: EngineType | undefined): void {
  if (engineType !== 'Type3' || isInstalled) return
  throw new CallError(
    'ENGINE_TYPE_NOT_AVAILABLE',
    'Engines of type Type3 are computed by LibreOffice, which is not installed here',
    [{ field: 'engineType', message: 'needs LibreOffice, which is not installed', allowed: 'Type1, Type2' }],
  )
}

/** Refuses an iteration setting for engines that are not computed here: it would have no effect. */
export function assertTypeIterates(
  engineType: EngineType,
  iteration: Iteration | null | undefined,
  field: string,
): void {
  if (iteration == null || engineType === 'Type1' || engineType === 'Type2') return
  throw new CallError(
    'INVALID_INPUT',
    engineType === 'Type3'
      ? 'LibreOffice computes this engine, with the iteration that its file asks for'
      : 'This engine is a connector, which computes nothing here',
    [{ field, message: 'can be set only for engines of the types Type1 and Type2' }],
  )
}
