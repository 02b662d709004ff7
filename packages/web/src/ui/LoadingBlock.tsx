import { Skeleton } from '@mantine/core'
import { useText } from '../platform/messages/use-text.ts'

/** Placeholder of a panel that says that it is loading. */
export function LoadingBlock() {
  const text = useText()
  return (
    <output aria-label={text('Loading.label')}>
      <Skeleton height="var(--sw-skeleton-block)" />
    </output>
  )
}
