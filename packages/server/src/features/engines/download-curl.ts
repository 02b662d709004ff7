import { downloadCurl } from '@sheetwright/contract/engines/download-curl.ts'
import { requestSnippet, type SnippetLanguage } from '@sheetwright/contract/engines/request-snippets.ts'
import { handle } from '../../platform/http/handle.ts'
import { describedEngine } from './describe-engine.ts'
import { exampleRequest, executePath } from './open-api-of-engine.ts'
import { text } from './engine-documents.ts'

export const downloadCurlHandler = handle(downloadCurl, async ({ caller, params, query, services }) => {
  const engine = await services.db.inTenant(caller.tenantId, (tx) => describedEngine(tx, services, caller, params))
  const snippet = requestSnippet(query.language, {
    url: `${engine.origin}${executePath(engine)}`,
    headers: { 'x-tenant-name': engine.tenant, Authorization: 'Bearer YOUR_TOKEN' },
    body: exampleRequest(engine),
  })
  return text(`${engine.serviceName}_${engine.revision}.${extensions[query.language]}`, `${snippet}\n`)
})

const extensions: Record<SnippetLanguage, string> = {
  curl: 'sh',
  curlForm: 'sh',
  curlWindows: 'cmd',
  curlPosix: 'sh',
  fetch: 'js',
  python: 'py',
  java: 'java',
  csharp: 'cs',
}
