import type { Handler } from '../../platform/http/handle.ts'
import { checkInterfaceHandler } from './check-interface.ts'
import { downloadDataDictionaryHandler } from './download-data-dictionary.ts'
import { getDataDictionaryHandler } from './get-data-dictionary.ts'
import { uploadDataDictionaryHandler } from './upload-data-dictionary.ts'

export const dataDictionaryRoutes: readonly Handler[] = [
  getDataDictionaryHandler,
  downloadDataDictionaryHandler,
  uploadDataDictionaryHandler,
  checkInterfaceHandler,
]
