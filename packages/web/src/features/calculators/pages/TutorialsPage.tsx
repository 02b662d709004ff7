import { textIn } from '@sheetwright/contract/calculators/localized-text.ts'
import type { TutorialEntry } from '@sheetwright/contract/calculators/tutorial.ts'
import { Anchor, Popover } from '@mantine/core'
import { IconBook } from '@tabler/icons-react'
import { Link, useLocation, useParams } from '@tanstack/react-router'
import { useText } from '../../../platform/messages/use-text.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { RelativeMoment } from '../../../ui/Moment.tsx'
import { Page } from '../../../ui/page/Page.tsx'
import { PageTrail } from '../../../ui/page/PageTrail.tsx'
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx'
import { ApiProblems } from '../../master-api/parts/ApiProblems.tsx'
import { useProduct } from '../../products/queries.ts'
import { useTutorials } from '../queries.ts'
import { useLanguage } from '../use-language.ts'

/** The calculators of a product that their authors published with a form or tutorial. */
export function TutorialsPage() {
  const text = useText()
  const language = useLanguage()
  const { pathname } = useLocation()
  const { productId } = useParams({ strict: false }) as { productId: string }
  const product = useProduct(productId)
  const tutorials = useTutorials(productId)
  const home = pathname.replace(/\/tutorials$/, '')
  const columns: Column<TutorialEntry>[] = [
    {
      id: 'title',
      heading: text('FormBuilder.title'),
      width: 240,
      grows: true,
      namesRow: true,
      renderCell: ({ title, serviceName }) => (
        <Link to={`${home}/tutorial/${encodeURIComponent(serviceName)}/calculator`}>
          {textIn(title, language) || serviceName}
        </Link>
      ),
    },
    {
      id: 'engine',
      heading: text('VisitorLinks.engine'),
      width: 200,
      renderCell: ({ serviceName }) => serviceName,
    },
    {
      id: 'steps',
      heading: text('Tutorial.steps'),
      width: 84,
      align: 'end',
      renderCell: ({ steps }) => <span className="mono">{steps}</span>,
    },
    {
      id: 'definition',
      heading: text('Tutorial.definition'),
      width: 140,
      renderCell: ({ problems }) => <Fit problems={problems} />,
    },
    {
      id: 'publishedBy',
      heading: text('Tutorial.publishedBy'),
      width: 160,
      renderCell: ({ publishedBy }) => publishedBy,
    },
    {
      id: 'published',
      heading: text('Tutorial.publishedAt'),
      width: 140,
      renderCell: ({ publishedAt }) => <RelativeMoment value={publishedAt} />,
    },
  ]
  return (
    <Page title={text('Navigation.tutorials')} count={tutorials.data?.count}>
      <PageTrail
        items={[
          { label: text('Catalogue.title'), to: '/' },
          { label: product.data?.name ?? '…', to: home },
          { label: text('Navigation.tutorials') },
        ]}
      />
      {tutorials.isError ? (
        <FailureState error={tutorials.error} onRetry={() => void tutorials.refetch()} />
      ) : (
        <DataTable
          id="tutorials"
          label={text('Navigation.tutorials')}
          columns={columns}
          rows={tutorials.data?.items}
          rowKey={({ engineId }) => engineId}
          skeletonRows={4}
          empty={
            <EmptyState icon={<IconBook />} title={text('Tutorial.empty.title')} text={text('Tutorial.empty.text')} />
          }
        />
      )}
    </Page>
  )
}

/** Whether a tutorial fits the master API definition of its product, and where it does not. */
function Fit({ problems }: { readonly problems: TutorialEntry['problems'] }) {
  const text = useText()
  if (problems === null) return text('Tutorial.noDefinition')
  if (problems.length === 0) return text('Tutorial.fits')
  return (
    <Popover position="bottom-start" withArrow>
      <Popover.Target>
        <Anchor component="button" type="button" size="sm">
          {text('Tutorial.problems', { count: problems.length })}
        </Anchor>
      </Popover.Target>
      <Popover.Dropdown>
        <ApiProblems problems={problems} />
      </Popover.Dropdown>
    </Popover>
  )
}
