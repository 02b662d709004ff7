import { credentialHeaders, requestSnippet } from '@sheetwright/contract/engines/request-snippets.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { CodeBlock } from '../../../ui/CodeBlock.tsx'

/** An example request for users without an engine. */
export function GeneralExample() {
  const text = useText()
  const code = requestSnippet('curl', {
    url: `${window.location.origin}/api/v1/product/PRODUCT/engines/Execute/ENGINE`,
    headers: credentialHeaders('key', 'TENANT'),
    body: { request_data: { inputs: { Age: 38 } }, request_meta: { call_purpose: 'Quote' } },
  })
  return <CodeBlock title={text('ApiReference.request')} code={code} />
}
