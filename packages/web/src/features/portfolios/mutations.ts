import { cancelPortfolio } from '@sheetwright/contract/portfolios/cancel-portfolio.ts'
import { checkPortfolio } from '@sheetwright/contract/portfolios/check-portfolio.ts'
import { downloadPortfolio } from '@sheetwright/contract/portfolios/download-portfolio.ts'
import type { PortfolioFile } from '@sheetwright/contract/portfolios/portfolio-run.ts'
import { startPortfolio } from '@sheetwright/contract/portfolios/start-portfolio.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../platform/api/use-api.ts'
import { useDownloads } from '../../platform/downloads/downloads.ts'
import { portfolioKeys } from './queries.ts'

interface CheckedPortfolio {
  readonly product: string
  readonly engine: string
  readonly versionId: string
  readonly keepInputs: boolean
  /** An upload, or a file of the file manager. */
  readonly content: File | { readonly fileId: string }
}

/** The page shows why a file is refused, so no toast is shown. */
export function useCheckPortfolio() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ product, engine, versionId, keepInputs, content }: CheckedPortfolio) =>
      api.call(checkPortfolio, {
        params: { product, engine },
        body: {
          versionId,
          keepInputs: String(keepInputs),
          ...(content instanceof File ? {} : { fileId: content.fileId }),
        },
        files: content instanceof File ? { file: content } : {},
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: portfolioKeys.all }),
    meta: { announced: false },
  })
}

export function useStartPortfolio() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (run: string) => api.call(startPortfolio, { params: { run } }),
    onSettled: () => queries.invalidateQueries({ queryKey: portfolioKeys.all }),
  })
}

export function useCancelPortfolio() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (run: string) => api.call(cancelPortfolio, { params: { run } }),
    onSettled: () => queries.invalidateQueries({ queryKey: portfolioKeys.all }),
  })
}

export function useSavePortfolioFile() {
  const api = useApi()
  const downloads = useDownloads()
  return useMutation({
    mutationFn: ({ run, part }: { run: string; part: PortfolioFile }) =>
      downloads.save(() => api.call(downloadPortfolio, { params: { run, part } }), part),
  })
}
