import { servePdf } from '../../platform/pdf/serve-pdf.ts'
import type { ApiDoc } from './doc-model.ts'
import { renderPdf } from './render-pdf.ts'

servePdf((doc) => renderPdf(doc as ApiDoc))
