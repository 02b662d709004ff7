import { Skeleton } from '@mantine/core'
import { formatDay } from '../../../platform/messages/dates.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { FailureState } from '../../../ui/FailureState.tsx'
import { useProductUsage } from '../queries.ts'
import classes from './ProductUsage.module.css'

/** Days that are shown. */
const shownDays = 30

/** How often the engines of a product were called, day by day. */
export function ProductUsage({ productId }: { productId: string }) {
  const text = useText()
  const days = lastDays(shownDays)
  const usage = useProductUsage(productId, days[0] ?? '')
  if (usage.isPending) return <Skeleton height="var(--sw-12)" />
  if (usage.isError) return <FailureState error={usage.error} onRetry={() => void usage.refetch()} />
  const byDay = Map.groupBy(usage.data, ({ day }) => day)
  const bars = days.map((day) => {
    const rows = byDay.get(day) ?? []
    return { day, calls: sum(rows.map(({ calls }) => calls)), failed: sum(rows.map(({ failed }) => failed)) }
  })
  const total = sum(bars.map(({ calls }) => calls))
  const failed = sum(bars.map((bar) => bar.failed))
  const most = Math.max(1, ...bars.map(({ calls }) => calls))
  return (
    <figure className={classes.figure}>
      <svg
        className={classes.chart}
        viewBox={`0 0 ${shownDays * 10} 40`}
        preserveAspectRatio="none"
        // A drawing made here, which the element for pictures cannot hold.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="img"
        aria-label={text('Usage.chart', { count: total, days: shownDays })}
      >
        {bars.map(({ day, calls }, index) => {
          const height = calls === 0 ? 1 : Math.max(2, (calls / most) * 40)
          return (
            <rect
              key={day}
              x={index * 10 + 1}
              y={40 - height}
              width={8}
              height={height}
              data-empty={calls === 0 || undefined}
            >
              <title>{text('Usage.day', { day, count: calls })}</title>
            </rect>
          )
        })}
      </svg>
      <figcaption className={classes.caption}>
        {text('Usage.total', { count: total, days: shownDays })}
        {failed > 0 && <span className={classes.failed}>{text('Usage.failed', { count: failed })}</span>}
      </figcaption>
    </figure>
  )
}

function lastDays(count: number): string[] {
  const today = Date.now()
  return Array.from({ length: count }, (_, index) => formatDay(new Date(today - (count - 1 - index) * 86_400_000)))
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
