import type { MessageId } from '../../../platform/messages/load-messages.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { useAppState } from '../../../platform/store/use-app-store.ts'
import { GeneralExample } from './GeneralExample.tsx'
import classes from './OperationDetail.module.css'
import { OwnExample } from './OwnExample.tsx'

/** The steps to the first call, in order. */
const chapters: readonly { readonly title: MessageId; readonly text: MessageId }[] = [
  { title: 'QuickStart.answer.title', text: 'QuickStart.answer.text' },
  { title: 'QuickStart.errors.title', text: 'QuickStart.errors.text' },
  { title: 'QuickStart.versions.title', text: 'QuickStart.versions.text' },
  { title: 'QuickStart.batches.title', text: 'QuickStart.batches.text' },
  { title: 'QuickStart.limits.title', text: 'QuickStart.limits.text' },
  { title: 'QuickStart.types.title', text: 'QuickStart.types.text' },
  { title: 'QuickStart.moving.title', text: 'QuickStart.moving.text' },
]

/** How to make the first call, with the user's own engines as examples if signed in. */
export function QuickStart() {
  const text = useText()
  const { auth } = useAppState()
  return (
    <article className={classes.detail} aria-label={text('QuickStart.title')}>
      <header>
        <h2 className={classes.title}>{text('QuickStart.title')}</h2>
        <p>{text('QuickStart.intro')}</p>
      </header>
      <section>
        <h3>{text('QuickStart.key.title')}</h3>
        <p>{text('QuickStart.key.text')}</p>
      </section>
      <section>
        <h3>{text('QuickStart.call.title')}</h3>
        <p>{text('QuickStart.call.text')}</p>
        {auth.loggedIn ? <OwnExample tenant={auth.tenant} /> : <GeneralExample />}
      </section>
      {chapters.map((chapter) => (
        <section key={chapter.title}>
          <h3>{text(chapter.title)}</h3>
          <p>{text(chapter.text)}</p>
        </section>
      ))}
    </article>
  )
}
