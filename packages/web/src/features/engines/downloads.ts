import type { Engine, EngineVersion } from '@sheetwright/contract/engines/engine.ts'
import { downloadCurl } from '@sheetwright/contract/engines/download-curl.ts'
import { downloadSwagger } from '@sheetwright/contract/engines/download-swagger.ts'
import { downloadEngine } from '@sheetwright/contract/engines/download-engine.ts'
import { downloadOriginal } from '@sheetwright/contract/engines/download-original.ts'
import { downloadNamed } from '@sheetwright/contract/look-inside/download-named.ts'
import type { SnippetLanguage } from '@sheetwright/contract/engines/request-snippets.ts'
import { useMutation } from '@tanstack/react-query'
import { useApi } from '../../platform/api/use-api.ts'
import { useAppState } from '../../platform/store/use-app-store.ts'
import { useDownloads } from '../../platform/downloads/downloads.ts'
import { promotionFile } from './parts/promotion-file.ts'

/** Formats that describe an engine: an OpenAPI document or a command, with a JSON or form body. */
export type EngineDocument =
  | { readonly kind: 'swagger'; readonly formData: boolean }
  | { readonly kind: 'curl'; readonly language: SnippetLanguage }

type EngineFile = { readonly kind: 'workbook' | 'named' | 'package' | 'promotion' } | EngineDocument

interface EngineDownload {
  readonly engine: Engine
  readonly version: EngineVersion
  readonly file: EngineFile
}

/** Downloads the files of an engine version. */
export function useEngineDownloads() {
  const api = useApi()
  const downloads = useDownloads()
  const { tenant } = useAppState().auth
  return useMutation({
    mutationFn({ engine, version, file }: EngineDownload) {
      const params = { product: engine.productId, engine: engine.id, version: version.id }
      switch (file.kind) {
        case 'workbook':
          return downloads.save(() => api.call(downloadOriginal, { params }), version.fileName)
        case 'named':
          return downloads.save(() => api.call(downloadNamed, { params }), version.fileName)
        case 'package':
          return downloads.save(
            () => api.call(downloadEngine, { params }),
            `${engine.productName}_${engine.serviceName}_${version.revision}.c4engine`,
          )
        case 'promotion':
          return downloads.save(
            () => promotionFile(api, tenant, version.id),
            `${engine.productName}_${engine.serviceName}_${version.revision}.promotion.zip`,
          )
        case 'swagger':
          return downloads.save(
            () => api.call(downloadSwagger, { params, query: { formData: file.formData ? 'true' : 'false' } }),
            `${engine.serviceName}.json`,
          )
        case 'curl':
          return downloads.save(
            () => api.call(downloadCurl, { params, query: { language: file.language } }),
            `${engine.serviceName}.txt`,
          )
        default:
          return file satisfies never
      }
    },
  })
}
