import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react'
import { formatDay } from '../../../platform/messages/dates.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { StatusChip } from '../../../ui/StatusChip.tsx'
import { overlapCount, type Stretch } from '../timeline.ts'
import classes from './TimelineFindings.module.css'

/** The gaps and overlaps of a timeline, and what runs now. */
export function TimelineFindings({ stretches, now }: { stretches: readonly Stretch[]; now: number }) {
  const text = useText()
  const current = stretches.find(({ from, to }) => from <= now && now < to)?.running
  const gaps = stretches.filter(({ running }) => running === undefined)
  const overlaps = overlapCount(stretches)
  const days = ({ from, to }: Stretch) => ({ from: formatDay(new Date(from)), to: formatDay(new Date(to)) })
  return (
    <ul className={classes.list}>
      <li>
        {current === undefined ? (
          <StatusChip tone="fail" icon={<IconX />}>
            {text('Timeline.noneNow')}
          </StatusChip>
        ) : (
          <StatusChip tone="pass" icon={<IconCheck />}>
            {text('Timeline.runsNow', { revision: current.revision })}
          </StatusChip>
        )}
      </li>
      {gaps.map((gap) => (
        <li key={gap.from}>
          <StatusChip tone="fail" icon={<IconX />}>
            {text('Timeline.gapShort', days(gap))}
          </StatusChip>
        </li>
      ))}
      {overlaps > 0 && (
        <li>
          <StatusChip tone="attention" icon={<IconAlertTriangle />}>
            {text('Timeline.overlaps', { count: overlaps })}
          </StatusChip>
        </li>
      )}
    </ul>
  )
}
