import type { BoardColumn } from '@sheetwright/contract/board/board-column.ts'
import { createStatus } from '@sheetwright/contract/board/create-status.ts'
import { deleteStatus } from '@sheetwright/contract/board/delete-status.ts'
import { updateProductStatus } from '@sheetwright/contract/board/update-product-status.ts'
import { updateStatus } from '@sheetwright/contract/board/update-status.ts'
import type { SentBody } from '@sheetwright/contract/call.ts'
import type { Product } from '@sheetwright/contract/products/product.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../platform/api/use-api.ts'
import { type CardPages, withCard, withoutCard } from './moved-cards.ts'
import { boardKeys } from './queries.ts'

export interface CardMove {
  readonly card: Product
  readonly from: string
  readonly to: string
  /** The card below the new place; null for the bottom. */
  readonly before: string | null
}

/** Moves a card optimistically; moves it back if the server refuses. */
export function useMoveCard() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ card, to, before }: CardMove) =>
      api.call(updateProductStatus, { body: { productId: card.id, statusId: to, beforeProductId: before } }),
    onMutate: async ({ card, from, to, before }) => {
      await queries.cancelQueries({ queryKey: boardKeys.all })
      const previous = queries.getQueriesData({ queryKey: boardKeys.all })
      const change = (columnId: string, next: (cards: CardPages) => CardPages) =>
        queries.setQueryData<CardPages>(boardKeys.cards(columnId), (cards) => cards && next(cards))
      if (from !== to) change(from, (cards) => withoutCard(cards, card.id))
      change(to, (cards) => withCard(cards, card, before))
      queries.setQueryData<BoardColumn[]>(boardKeys.columns, (columns) =>
        columns?.map((column) => ({
          ...column,
          products: column.products + (column.id === to ? 1 : 0) - (column.id === from ? 1 : 0),
        })),
      )
      return previous
    },
    onError: (_error, _move, previous) => {
      for (const [key, data] of previous ?? []) queries.setQueryData(key, data)
    },
    onSettled: () => queries.invalidateQueries({ queryKey: boardKeys.all }),
  })
}

function useColumnChange<Change>(change: (api: ReturnType<typeof useApi>, wanted: Change) => Promise<BoardColumn[]>) {
  const api = useApi()
  const queries = useQueryClient()
  return {
    mutationFn: (wanted: Change) => change(api, wanted),
    onSuccess: (columns: BoardColumn[]) => queries.setQueryData(boardKeys.columns, columns),
    onSettled: () => queries.invalidateQueries({ queryKey: boardKeys.all }),
  }
}

/** Failures are shown at the field of the dialog. */
const inForm = { announced: false } as const

export function useAddColumn() {
  const change = useColumnChange((api, body: SentBody<typeof createStatus>) => api.call(createStatus, { body }))
  return useMutation({ ...change, meta: inForm })
}

export function useRenameColumn() {
  const change = useColumnChange((api, body: { id: string; name: string }) => api.call(updateStatus, { body }))
  return useMutation({ ...change, meta: inForm })
}

export function useReorderColumn() {
  return useMutation(useColumnChange((api, body: { id: string; position: number }) => api.call(updateStatus, { body })))
}

export function useDeleteColumn() {
  return useMutation(useColumnChange((api, id: string) => api.call(deleteStatus, { params: { id } })))
}
