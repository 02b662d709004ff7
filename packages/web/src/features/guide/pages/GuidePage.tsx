import { Button } from '@mantine/core'
import { IconSearchOff } from '@tabler/icons-react'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useText } from '../../../platform/messages/use-text.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { LoadingBlock } from '../../../ui/LoadingBlock.tsx'
import { FilterBar } from '../../../ui/page/FilterBar.tsx'
import { Page } from '../../../ui/page/Page.tsx'
import { PageTrail } from '../../../ui/page/PageTrail.tsx'
import { type Chapter, searchGuide } from '../chapters.ts'
import { ChapterList } from '../parts/ChapterList.tsx'
import { ChapterText } from '../parts/ChapterText.tsx'
import { ErrorTable } from '../parts/ErrorTable.tsx'
import { useGuide } from '../queries.ts'
import classes from './GuidePage.module.css'

/** The user guide: contents, one chapter, search over all of them. */
export function GuidePage() {
  const text = useText()
  const guide = useGuide()
  const { chapter: name } = useParams({ strict: false })
  const current = guide.data?.find((chapter) => chapter.name === name) ?? guide.data?.[0]
  return (
    <Page title={current?.title ?? text('Guide.title')}>
      <PageTrail items={[{ label: text('Guide.title') }]} />
      {guide.isPending && <LoadingBlock />}
      {guide.isError && <FailureState error={guide.error} onRetry={() => void guide.refetch()} />}
      {guide.isSuccess && current !== undefined && <Guide guide={guide.data} current={current} />}
    </Page>
  )
}

function Guide({ guide, current }: { readonly guide: readonly Chapter[]; readonly current: Chapter }) {
  const text = useText()
  const navigate = useNavigate()
  const { q: search = '' } = useSearch({ strict: false }) as Readonly<Record<string, string | undefined>>

  function searchFor(q: string) {
    void navigate({ to: `/guide/${current.name}`, search: q === '' ? {} : { q }, replace: true })
  }

  return (
    <>
      <FilterBar searchLabel={text('Guide.search')} search={search} onSearch={searchFor} />
      <div className={classes.columns}>
        <ChapterList guide={guide} current={current} />
        {search === '' ? (
          <article className={classes.chapter}>
            <ChapterText markdown={current.markdown} />
            {current.name === 'errors' && <ErrorTable />}
          </article>
        ) : (
          <Hits guide={guide} search={search} onClear={() => searchFor('')} />
        )}
      </div>
    </>
  )
}

interface HitsProps {
  readonly guide: readonly Chapter[]
  readonly search: string
  readonly onClear: () => void
}

function Hits({ guide, search, onClear }: HitsProps) {
  const text = useText()
  const hits = searchGuide(guide, search)
  if (hits.length === 0) {
    return (
      <EmptyState
        icon={<IconSearchOff />}
        title={text('Guide.noMatch.title')}
        text={text('Guide.noMatch.text', { search })}
        action={
          <Button variant="default" onClick={onClear}>
            {text('Catalogue.clear')}
          </Button>
        }
      />
    )
  }
  return (
    <ul className={classes.hits}>
      {hits.map(({ chapter, excerpt }) => (
        <li key={chapter.name}>
          <Link to={`/guide/${chapter.name}`} className={classes.hit}>
            {chapter.title}
          </Link>
          <p className={classes.excerpt}>{excerpt}</p>
        </li>
      ))}
    </ul>
  )
}
