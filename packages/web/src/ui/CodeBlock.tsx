import { useText } from '../platform/messages/use-text.ts'
import classes from './CodeBlock.module.css'
import { CopyButton } from './CopyButton.tsx'

/** Code, shown verbatim, with a button to copy it. */
export function CodeBlock({ title, code }: { title: string; code: string }) {
  const text = useText()
  return (
    <figure className={classes.block}>
      <figcaption className={classes.head}>
        {title}
        <CopyButton value={code} label={text('Copy.copy')} />
      </figcaption>
      {/* A scrolling region must be reachable with the keyboard. */}
      <pre className={classes.code} tabIndex={0} aria-label={title}>
        {code}
      </pre>
    </figure>
  )
}
