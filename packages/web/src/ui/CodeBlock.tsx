import { useText } from '../platform/messages/use-text.ts'
import classes from './CodeBlock.module.css'
import { CopyButton } from './CopyButton.tsx'

/** Text for a machine: shown as it is, with a button to copy it. */
export function CodeBlock({ title, code }: { title: string; code: string }) {
  const text = useText()
  return (
    <figure className={classes.block}>
      <figcaption className={classes.head}>
        {title}
        <CopyButton value={code} label={text('Copy.copy')} />
      </figcaption>
      {/* It scrolls sideways, so the keyboard has to reach it. */}
      <pre className={classes.code} tabIndex={0} aria-label={title}>
        {code}
      </pre>
    </figure>
  )
}
