import type { Handler } from '../../platform/http/handle.ts'
import { cancelPackageHandler } from './cancel-package.ts'
import { downloadPackageHandler } from './download-package.ts'
import { generateJsSheetHandler } from './generate-js-sheet.ts'
import { generateSdkHandler } from './generate-sdk.ts'
import { getJsSheetHandler } from './get-js-sheet.ts'
import { getPackageHandler } from './get-package.ts'
import { listPackagesHandler } from './list-packages.ts'

export const sdkRoutes: readonly Handler[] = [
  cancelPackageHandler,
  downloadPackageHandler,
  generateJsSheetHandler,
  generateSdkHandler,
  getJsSheetHandler,
  getPackageHandler,
  listPackagesHandler,
]
