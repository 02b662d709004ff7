import type { Handler } from '../../platform/http/handle.ts'
import { exportAsPdfHandler } from './export-as-pdf.ts'
import { generateApiDocHandler } from './generate-api-doc.ts'
import { startApiDocHandler } from './start-api-doc.ts'

export const apiDocumentationRoutes: readonly Handler[] = [
  generateApiDocHandler,
  exportAsPdfHandler,
  startApiDocHandler,
]
