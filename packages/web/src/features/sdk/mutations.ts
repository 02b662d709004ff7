import { cancelPackage } from '@sheetwright/contract/sdk/cancel-package.ts'
import { downloadPackage } from '@sheetwright/contract/sdk/download-package.ts'
import { generateSdk } from '@sheetwright/contract/sdk/generate-sdk.ts'
import type { EnginePackage, PackageKind } from '@sheetwright/contract/sdk/package.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../platform/api/use-api.ts'
import { useDownloads } from '../../platform/downloads/downloads.ts'
import { waitForJob } from '../jobs/queries.ts'
import { type EngineAddress, packageKeys } from './queries.ts'

/** Builds a package and waits for it; returns its job. */
export function useMakePackage(address: EngineAddress) {
  const api = useApi()
  const queries = useQueryClient()
  const forget = () => queries.invalidateQueries({ queryKey: packageKeys(address) })
  return useMutation({
    async mutationFn({ version, kind }: { version: string; kind: PackageKind }) {
      const { jobId } = await api.call(generateSdk, { params: { ...address, version }, body: { kind } })
      await forget()
      return jobId === null ? undefined : waitForJob(api, jobId)
    },
    onSettled: forget,
  })
}

export function useCancelPackage(address: EngineAddress) {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: EnginePackage) => api.call(cancelPackage, { params: { ...address, package: id } }),
    onSettled: () => queries.invalidateQueries({ queryKey: packageKeys(address) }),
  })
}

export function useSavePackage(address: EngineAddress) {
  const api = useApi()
  const downloads = useDownloads()
  return useMutation({
    mutationFn: ({ id, fileName }: EnginePackage) =>
      downloads.save(() => api.call(downloadPackage, { params: { ...address, package: id } }), fileName ?? 'package'),
  })
}
