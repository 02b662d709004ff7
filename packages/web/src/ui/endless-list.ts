import type { UseInfiniteQueryResult } from '@tanstack/react-query'

/** A list that is loaded page after page. */
export interface EndlessList
  extends Pick<
    UseInfiniteQueryResult,
    'error' | 'isError' | 'isFetching' | 'isFetchNextPageError' | 'isFetchingNextPage' | 'hasNextPage'
  > {
  readonly fetchNextPage: () => unknown
}

/** Whether the list itself failed. If only its next page did, the list stays, also while it is loaded again. */
export function isWholeListFailed({ isError, isFetchNextPageError, isFetching }: EndlessList): boolean {
  return isError && !isFetchNextPageError && !isFetching
}
