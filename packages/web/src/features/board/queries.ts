import { getStatuses } from '@sheetwright/contract/board/get-statuses.ts'
import { cardPageSize, listCards } from '@sheetwright/contract/board/list-cards.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useApi } from '../../platform/api/use-api.ts'
import { productKeys } from '../products/queries.ts'

/** Below the key of products, because every change of a product can change a card. */
export const boardKeys = {
  all: [...productKeys.all, 'board'],
  columns: [...productKeys.all, 'board', 'columns'],
  cards: (columnId: string) => [...productKeys.all, 'board', 'cards', columnId],
} as const

export function useBoardColumns() {
  const api = useApi()
  return useQuery({ queryKey: boardKeys.columns, queryFn: ({ signal }) => api.call(getStatuses, { signal }) })
}

/** The cards of a column from the top, page after page. */
export function useColumnCards(columnId: string) {
  const api = useApi()
  return useInfiniteQuery({
    queryKey: boardKeys.cards(columnId),
    queryFn: ({ pageParam, signal }) =>
      api.call(listCards, { body: { statusId: columnId, page: pageParam, pageSize: cardPageSize }, signal }),
    initialPageParam: 1,
    getNextPageParam: (last, _all, page) => (page * cardPageSize < last.count ? page + 1 : undefined),
  })
}
