import { safeRichText } from '../../platform/html/rich-text.ts'
import { HtmlUnfolds } from '../../platform/html/sanitise-html.ts'
import { CallError } from '../../platform/http/call-error.ts'

/** Reduces a summary to safe rich text before it is stored or sent, whoever wrote it. */
export function safeSummary(html: string): string {
  try {
    return safeRichText(html)
  } catch (error) {
    if (!(error instanceof HtmlUnfolds)) throw error
    const message = 'leaves too many elements open'
    throw new CallError('INVALID_INPUT', `The summary ${message}`, [{ field: 'body.summary', message }])
  }
}
