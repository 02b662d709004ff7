import type { Handler } from '../../platform/http/handle.ts'
import { addMasterApiHandler } from './add-master-api.ts'
import { checkEnginesHandler } from './check-engines.ts'
import { compareMasterApiHandler } from './compare-master-api.ts'
import { deleteMasterApiHandler } from './delete-master-api.ts'
import { downloadMasterApiHandler } from './download-master-api.ts'
import { getMasterApiHandler } from './get-master-api.ts'
import { getProductTutorialsHandler } from './get-product-tutorials.ts'
import { publishMasterApiHandler } from './publish-master-api.ts'
import { saveMasterApiHandler } from './save-master-api.ts'
import { validateProductTutorialHandler } from './validate-product-tutorial.ts'

export const masterApiRoutes: readonly Handler[] = [
  getMasterApiHandler,
  addMasterApiHandler,
  saveMasterApiHandler,
  publishMasterApiHandler,
  deleteMasterApiHandler,
  downloadMasterApiHandler,
  checkEnginesHandler,
  compareMasterApiHandler,
  getProductTutorialsHandler,
  validateProductTutorialHandler,
]
