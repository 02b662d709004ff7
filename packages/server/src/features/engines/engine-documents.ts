import { Readable } from 'node:stream'
import { downloadCurl, downloadSwagger } from '@sheetwright/contract/engines/engine-documents.ts'
import { downloadServiceSwagger } from '@sheetwright/contract/engines/legacy-services.ts'
import { requestSnippet, type SnippetLanguage } from '@sheetwright/contract/engines/request-snippets.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { FileAnswer } from '../../platform/http/file-answer.ts'
import { handle } from '../../platform/http/handle.ts'
import { describedEngine } from './describe-engine.ts'
import {
  type DescribedEngine,
  type DocumentOptions,
  exampleRequest,
  executePath,
  openApiOfEngine,
} from './open-api-of-engine.ts'

export const downloadSwaggerHandler = handle(downloadSwagger, async ({ caller, params, query, services }) => {
  const engine = await services.db.inTenant(caller.tenantId, (tx) => describedEngine(tx, services, caller, params))
  return swagger(engine, { asForm: query.formData === 'true', subservice: query.subservice }, 'attachment')
})

export const downloadServiceSwaggerHandler = handle(downloadServiceSwagger, async ({ caller, params, services }) => {
  const address = { product: params.folder, engine: params.service, version: params.versionId }
  const engine = await services.db.inTenant(caller.tenantId, (tx) => describedEngine(tx, services, caller, address))
  const subservice = params.subservice.toLowerCase() === 'all' ? undefined : params.subservice
  const disposition = params.downloadable.toLowerCase() === 'true' ? 'attachment' : 'inline'
  return swagger(engine, { asForm: false, subservice }, disposition)
})

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

function swagger(engine: DescribedEngine, options: DocumentOptions, disposition: 'attachment' | 'inline'): FileAnswer {
  assertSubservice(engine, options.subservice)
  const document = JSON.stringify(openApiOfEngine(engine, options), null, 2)
  const part = options.subservice === undefined ? '' : `_${options.subservice}`
  const form = options.asForm ? '_form' : ''
  return { ...text(`${engine.serviceName}_${engine.revision}${part}${form}.json`, document), disposition }
}

function assertSubservice({ interface: { subservices } }: DescribedEngine, wanted: string | undefined): void {
  const names = subservices.map(({ name }) => name)
  if (wanted === undefined || names.some((name) => name.toLowerCase() === wanted.toLowerCase())) return
  throw new CallError('INVALID_INPUT', `The engine has no subservice "${wanted}"`, [
    { field: 'subservice', message: 'is not one of the engine', allowed: names.join(', ') || 'none' },
  ])
}

function text(fileName: string, content: string): FileAnswer {
  return { fileName, open: () => Readable.from([Buffer.from(content)]) }
}
