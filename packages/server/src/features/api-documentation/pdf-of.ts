import path from 'node:path'
import { pdfInChild } from '../../platform/pdf/pdf-in-child.ts'
import type { Services } from '../../services.ts'
import type { ApiDoc } from './doc-model.ts'

const childModule = path.join(import.meta.dirname, 'pdf-child.ts')

/** Renders a document as PDF in a child process. */
export function pdfOf({ settings }: Pick<Services, 'settings'>, doc: ApiDoc, signal: AbortSignal): Promise<Buffer> {
  return pdfInChild(childModule, doc, settings, signal)
}
