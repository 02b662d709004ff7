import { listFiles } from '@sheetwright/contract/files/list-files.ts'
import { getPortfolioRun } from '@sheetwright/contract/portfolios/get-portfolio-run.ts'
import { listPortfolioRuns } from '@sheetwright/contract/portfolios/list-portfolio-runs.ts'
import { portfolioExtensions, type PortfolioRun } from '@sheetwright/contract/portfolios/portfolio-run.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useApi } from '../../platform/api/use-api.ts'

export const portfolioKeys = { all: ['portfolios'], files: ['portfolio-files'] } as const

export const portfolioPageSize = 10
const pollMillis = 1_000

export function isRunning({ status }: Pick<PortfolioRun, 'status'>): boolean {
  return status === 'Pending' || status === 'InProgress'
}

/** A run, polled until it has ended and its results are there. */
export function usePortfolioRun(id: string) {
  const api = useApi()
  return useQuery({
    queryKey: [...portfolioKeys.all, 'one', id],
    queryFn: ({ signal }) => api.call(getPortfolioRun, { params: { run: id }, signal }),
    refetchInterval: ({ state: { data } }) => {
      if (data === undefined || data.status === 'Checked') return false
      return data.completedAt === null ? pollMillis : false
    },
  })
}

export function usePortfolioRuns(engineId: string, page: number) {
  const api = useApi()
  return useQuery({
    queryKey: [...portfolioKeys.all, 'list', engineId, page],
    queryFn: ({ signal }) =>
      api.call(listPortfolioRuns, {
        body: { page, pageSize: portfolioPageSize, search: [{ field: 'engineId', value: engineId }] },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.items.some(isRunning) === true ? pollMillis : false),
  })
}

/** Files of the file manager that can be portfolios. */
export function useStoredPortfolios(search: string) {
  const api = useApi()
  return useQuery({
    queryKey: [...portfolioKeys.files, search],
    queryFn: ({ signal }) => api.call(listFiles, { body: { text: search }, signal }),
    select: ({ items }) =>
      items.flatMap(({ type, entry }) =>
        type === 'file' && portfolioExtensions.some((each) => entry.name.toLowerCase().endsWith(`.${each}`))
          ? [{ id: entry.id, path: entry.path }]
          : [],
      ),
    placeholderData: keepPreviousData,
  })
}
