import { useOs } from '@mantine/hooks'
import classes from './Keys.module.css'

/** Keys to press, drawn as keys; `mod` is Ctrl, or Command on a Mac. */
export function Keys({ keys }: { keys: readonly string[] }) {
  const os = useOs({ getValueInEffect: false })
  return (
    <span className={classes.keys}>
      {keys.map((key) => (
        <kbd key={key} className={classes.key}>
          {key === 'mod' ? (os === 'macos' ? '⌘' : 'Ctrl') : key}
        </kbd>
      ))}
    </span>
  )
}
