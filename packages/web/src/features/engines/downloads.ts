import type { Engine, EngineVersion } from '@sheetwright/contract/engines/engine.ts'
import { downloadEngine, downloadOriginal } from '@sheetwright/contract/engines/engine-versions.ts'
import { useMutation } from '@tanstack/react-query'
import { useApi } from '../../platform/api/use-api.ts'
import { useDownloads } from '../../platform/downloads/downloads.ts'

type EngineDownload = {
  readonly kind: 'workbook' | 'package'
  readonly engine: Engine
  readonly version: EngineVersion
}

/** Saves the files that an engine gives. */
export function useEngineDownloads() {
  const api = useApi()
  const downloads = useDownloads()
  return useMutation({
    mutationFn(download: EngineDownload) {
      const { engine, version } = download
      const params = { product: engine.productId, engine: engine.id, version: version.id }
      return download.kind === 'workbook'
        ? downloads.save(() => api.call(downloadOriginal, { params }), version.fileName)
        : downloads.save(
            () => api.call(downloadEngine, { params }),
            `${engine.productName}_${engine.serviceName}_${version.revision}.c4engine`,
          )
    },
  })
}
