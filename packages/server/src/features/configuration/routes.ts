import type { Handler } from '../../platform/http/handle.ts'
import { downloadConfigurationHandler } from './download-configuration.ts'
import { compareConfigurationHandler } from './compare-configuration.ts'
import { applyConfigurationHandler } from './apply-configuration.ts'
import { undoConfigurationHandler } from './undo-configuration.ts'
import { listConfigurationChangesHandler } from './list-configuration-changes.ts'

export const configurationRoutes: readonly Handler[] = [
  downloadConfigurationHandler,
  compareConfigurationHandler,
  applyConfigurationHandler,
  undoConfigurationHandler,
  listConfigurationChangesHandler,
]
