import type { EngineType } from '@sheetwright/contract/engines/engine.ts'
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
