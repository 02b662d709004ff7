import { differingTexts } from '../differing-digits.ts'
import { exactText } from '../../../ui/value-text.ts'
import classes from './DigitsThatDiffer.module.css'

/** A value beside another one, with the differing part marked. */
export function DigitsThatDiffer({ value, other }: { value: unknown; other: unknown }) {
  const { same, left } = differingTexts(exactText(value), exactText(other))
  return (
    <span className={`mono ${classes.value}`}>
      {same}
      <mark className={classes.differs}>{left}</mark>
    </span>
  )
}
