import { Anchor, Popover } from '@mantine/core'
import { textIn } from '@sheetwright/contract/calculators/localized-text.ts'
import type { TutorialEntry } from '@sheetwright/contract/calculators/tutorial.ts'
import { IconBook } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useText } from '../../../platform/messages/use-text.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { RelativeMoment } from '../../../ui/Moment.tsx'
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx'
import { ApiProblems } from '../../master-api/parts/ApiProblems.tsx'
import { useTutorials } from '../queries.ts'
import { useLanguage } from '../use-language.ts'

/** The calculators of a product that have a published form or tutorial. */
export function TutorialTable({ productId, home }: { readonly productId: string; readonly home: string }) {
  const text = useText()
  const language = useLanguage()
  const tutorials = useTutorials(productId)
  const columns: Column<TutorialEntry>[] = [
    {
      id: 'title',
      heading: text('FormBuilder.title'),
      width: 240,
      grows: true,
      namesRow: true,
      renderCell: ({ title, serviceName }) => (
        <Anchor
          inherit
          renderRoot={(props) => (
            <Link {...props} to={`${home}/tutorial/${encodeURIComponent(serviceName)}/calculator`} />
          )}
        >
          {textIn(title, language) || serviceName}
        </Anchor>
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
  if (tutorials.isError) return <FailureState error={tutorials.error} onRetry={() => void tutorials.refetch()} />
  return (
    <DataTable
      id="tutorials"
      label={text('Navigation.tutorials')}
      columns={columns}
      rows={tutorials.data?.items}
      rowKey={({ engineId }) => engineId}
      skeletonRows={4}
      empty={<EmptyState icon={<IconBook />} title={text('Tutorial.empty.title')} text={text('Tutorial.empty.text')} />}
    />
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
