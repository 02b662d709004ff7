import type { Handler } from '../../platform/http/handle.ts'
import { deleteEngineHandler } from './delete-engine.ts'
import { markFavouriteEngineHandler } from './mark-favourite-engine.ts'
import { undeleteEngineHandler } from './undelete-engine.ts'
import { downloadEngineHandler } from './download-engine.ts'
import { downloadOriginalHandler } from './download-original.ts'
import { downloadCurlHandler } from './download-curl.ts'
import { downloadCurrentSwaggerHandler } from './download-current-swagger.ts'
import { downloadServiceSwaggerHandler } from './download-service-swagger.ts'
import { downloadSwaggerHandler } from './download-swagger.ts'
import { getVersionsHandler } from './get-versions.ts'
import { restoreVersionHandler } from './restore-version.ts'
import { getEngineHandler } from './get-engine.ts'
import { getEngineVersionHandler } from './get-engine-version.ts'
import { getPromotionHandler } from './get-promotion.ts'
import { getParityHandler } from './get-parity.ts'
import { getPublishChecksHandler } from './get-publish-checks.ts'
import { buildMarkedUploadHandler } from './build-marked-upload.ts'
import { iterateVersionHandler } from './iterate-version.ts'
import { getUploadHandler } from './get-upload.ts'
import { getCompilationProgressHandler } from './get-compilation-progress.ts'
import { getServiceByVersionHandler } from './get-service-by-version.ts'
import { publishServiceHandler } from './publish-service.ts'
import { searchServicesHandler } from './search-services.ts'
import { uploadServiceHandler } from './upload-service.ts'
import { listEnginesHandler } from './list-engines.ts'
import { publishEngineHandler } from './publish-engine.ts'
import { rollBackHandler } from './roll-back.ts'
import { setVersionStateHandler } from './set-version-state.ts'
import { updateEngineHandler } from './update-engine.ts'
import { startUploadHandler } from './start-upload.ts'
import { uploadEngineHandler } from './upload-engine.ts'
import { getServiceSchemaHandler } from './get-service-schema.ts'
import { downloadServiceFileHandler } from './download-service-file.ts'
import { downloadCurrentFileHandler } from './download-current-file.ts'
import { recompileServiceHandler } from './recompile-service.ts'

export const engineRoutes: readonly Handler[] = [
  uploadEngineHandler,
  startUploadHandler,
  getUploadHandler,
  buildMarkedUploadHandler,
  iterateVersionHandler,
  listEnginesHandler,
  getEngineHandler,
  getEngineVersionHandler,
  getParityHandler,
  getPromotionHandler,
  updateEngineHandler,
  publishEngineHandler,
  getPublishChecksHandler,
  setVersionStateHandler,
  rollBackHandler,
  getVersionsHandler,
  restoreVersionHandler,
  downloadOriginalHandler,
  downloadEngineHandler,
  deleteEngineHandler,
  undeleteEngineHandler,
  markFavouriteEngineHandler,
  downloadSwaggerHandler,
  downloadCurlHandler,
  uploadServiceHandler,
  getCompilationProgressHandler,
  publishServiceHandler,
  getServiceByVersionHandler,
  searchServicesHandler,
  downloadServiceSwaggerHandler,
  downloadCurrentSwaggerHandler,
  getServiceSchemaHandler,
  downloadServiceFileHandler,
  downloadCurrentFileHandler,
  recompileServiceHandler,
]
