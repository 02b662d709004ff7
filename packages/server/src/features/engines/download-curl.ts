import { downloadCurl } from '@sheetwright/contract/engines/download-curl.ts'
import {
  credentialHeaders,
  requestSnippet,
  type SnippetLanguage,
} from '@sheetwright/contract/engines/request-snippets.ts'
import { handle } from '../../platform/http/handle.ts'
import { describedEngine } from './describe-engine.ts'
import { exampleRequest, executePath } from './open-api-of-engine.ts'
import { text } from './engine-documents.ts'

export const downloadCurlHandler = handle(downloadCurl, async ({ caller, params, query, services }) => {
  const engine = await services.db.inTenant(caller.tenantId, (tx) => describedEngine(tx, services, caller, params))
  const example = exampleRequest(engine)
  const snippet = requestSnippet(query.language, {
    url: `${engine.origin}${executePath(engine)}`,
    headers: credentialHeaders(query.credentials, engine.tenant),
    body:
      query.pinned === 'true'
        ? example
        : { ...example, request_meta: { ...example.request_meta, version_id: undefined } },
  })
  // A public Java class must be in a file of the same name.
  const name = query.language === 'java' ? 'Execute' : `${engine.serviceName}_${engine.revision}`
  return text(`${name}.${extensions[query.language]}`, `${snippet}\n`)
})

const extensions: Record<SnippetLanguage, string> = {
  curl: 'sh',
  curlForm: 'sh',
  curlWindows: 'cmd',
  curlPosix: 'sh',
  fetch: 'mjs',
  python: 'py',
  java: 'java',
  csharp: 'cs',
}
