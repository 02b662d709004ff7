import { useText } from '../../../platform/messages/use-text.ts'
import classes from './DocumentPreview.module.css'
import previewStyles from './preview-page.css?url'

/** A frame without scripts, forms, origin or navigation, even if the server let something through. */
export function HtmlPreview({ html, name }: { html: string; name: string }) {
  const text = useText()
  const styles = new URL(previewStyles, window.location.origin).href
  const page = `<!doctype html><meta charset="utf-8"><link rel="stylesheet" href="${styles}"><body>${html}`
  return <iframe className={classes.frame} sandbox="" srcDoc={page} title={text('Preview.of', { name })} />
}
