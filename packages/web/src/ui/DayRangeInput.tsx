import { useText } from '../platform/messages/use-text.ts'
import { DayInput } from './DayInput.tsx'
import classes from './DayRangeInput.module.css'

type Days = Readonly<Partial<Record<'from' | 'to', string | undefined>>>

/** A filter by days, from one to another, each of them optional. An invalid day counts as empty. */
export function DayRangeInput({ from, to, onChange }: Days & { readonly onChange: (changed: Days) => void }) {
  const text = useText()
  return (
    <div className={classes.range}>
      <DayInput
        wholeDaysOnly
        aria-label={text('Audit.from')}
        value={from ?? ''}
        onChange={(day) => onChange({ from: day || undefined })}
      />
      <span aria-hidden className={classes.dash}>
        –
      </span>
      <DayInput
        wholeDaysOnly
        aria-label={text('Audit.to')}
        value={to ?? ''}
        onChange={(day) => onChange({ to: day || undefined })}
      />
    </div>
  )
}
