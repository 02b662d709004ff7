import { Button } from '@mantine/core'
import { useIntersection } from '@mantine/hooks'
import { useEffect } from 'react'
import type { EndlessList } from './endless-list.ts'
import { FailureState } from './FailureState.tsx'

interface NextPageProps {
  readonly list: EndlessList
  readonly label: string
  /** Less conspicuous, for lists in panels and columns. */
  readonly subtle?: boolean
  /** Fetches the page when its place scrolls near the window. */
  readonly automatic?: boolean
}

/** The end of a list that has further pages: the button to the next one, or why it could not be loaded. */
export function NextPage({ list, label, subtle = false, automatic = false }: NextPageProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list
  const { ref, entry } = useIntersection<HTMLButtonElement>({ rootMargin: '50%' })
  const isFailed = isFetchNextPageError && !isFetchingNextPage
  const isNear = automatic && entry?.isIntersecting === true

  useEffect(() => {
    // A page that failed waits for its button, or it would be asked for until it comes.
    if (isNear && hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage()
  }, [isNear, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage])

  if (isFailed) return <FailureState error={list.error} onRetry={() => void fetchNextPage()} />
  if (!hasNextPage) return null
  return (
    <Button
      ref={ref}
      variant={subtle ? 'subtle' : 'default'}
      size={subtle ? 'compact-sm' : 'sm'}
      loading={isFetchingNextPage}
      onClick={() => void fetchNextPage()}
    >
      {label}
    </Button>
  )
}
