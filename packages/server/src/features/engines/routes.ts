import type { Handler } from '../../platform/http/handle.ts'
import { deleteEngineHandler, markFavoriteEngineHandler, undeleteEngineHandler } from './delete-engine.ts'
import { downloadEngineHandler, downloadOriginalHandler } from './download-engine.ts'
import { downloadCurlHandler, downloadServiceSwaggerHandler, downloadSwaggerHandler } from './engine-documents.ts'
import { getVersionsHandler, restoreVersionHandler } from './engine-versions.ts'
import { getEngineHandler, getEngineVersionHandler, getParityHandler } from './get-engine.ts'
import { getUploadHandler } from './get-upload.ts'
import {
  getCompilationProgressHandler,
  getServiceByVersionHandler,
  publishServiceHandler,
  searchServicesHandler,
  uploadServiceHandler,
} from './legacy-services.ts'
import { listEnginesHandler } from './list-engines.ts'
import { publishEngineHandler, setVersionStateHandler } from './publish-engine.ts'
import { updateEngineHandler } from './update-engine.ts'
import { startUploadHandler, uploadEngineHandler } from './upload-engine.ts'

export const engineRoutes: readonly Handler[] = [
  uploadEngineHandler,
  startUploadHandler,
  getUploadHandler,
  listEnginesHandler,
  getEngineHandler,
  getEngineVersionHandler,
  getParityHandler,
  updateEngineHandler,
  publishEngineHandler,
  setVersionStateHandler,
  getVersionsHandler,
  restoreVersionHandler,
  downloadOriginalHandler,
  downloadEngineHandler,
  deleteEngineHandler,
  undeleteEngineHandler,
  markFavoriteEngineHandler,
  downloadSwaggerHandler,
  downloadCurlHandler,
  uploadServiceHandler,
  getCompilationProgressHandler,
  publishServiceHandler,
  getServiceByVersionHandler,
  searchServicesHandler,
  downloadServiceSwaggerHandler,
]
