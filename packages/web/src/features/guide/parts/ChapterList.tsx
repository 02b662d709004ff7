import { Link } from '@tanstack/react-router'
import { useText } from '../../../platform/messages/use-text.ts'
import type { Chapter } from '../chapters.ts'
import classes from './ChapterList.module.css'

/** The contents of the guide. */
export function ChapterList({ guide, current }: { readonly guide: readonly Chapter[]; readonly current: Chapter }) {
  const text = useText()
  return (
    <nav className={classes.list} aria-label={text('Guide.contents')}>
      <ol className={classes.entries}>
        {guide.map((chapter) => (
          <li key={chapter.name}>
            <Link
              to={`/guide/${chapter.name}`}
              className={classes.entry}
              aria-current={chapter === current ? 'page' : undefined}
              activeProps={{ 'aria-current': undefined }}
              data-current={chapter === current || undefined}
            >
              {chapter.title}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}
