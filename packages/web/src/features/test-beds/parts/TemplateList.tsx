import { ActionIcon, Button } from '@mantine/core'
import type { TestBedTemplate } from '@sheetwright/contract/test-beds/test-bed-template.ts'
import { IconDownload, IconHistory, IconPlus, IconTable, IconTrash } from '@tabler/icons-react'
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { useDialogs } from '../../../ui/feedback/dialogs.ts'
import { RelativeMoment } from '../../../ui/Moment.tsx'
import { NameAndDetail } from '../../../ui/NameAndDetail.tsx'
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx'
import { Pager } from '../../../ui/table/Pager.tsx'
import { useDeleteTemplate, useSaveTemplateFile } from '../mutations.ts'
import { pageSize, useTemplates } from '../queries.ts'
import { TemplateDialog } from './TemplateDialog.tsx'
import { TemplateVersionsDialog } from './TemplateVersionsDialog.tsx'

/** Workbooks to fill in, each with its chosen columns. */
export function TemplateList({ productId, mayEdit }: { readonly productId: string; readonly mayEdit: boolean }) {
  const text = useText()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const search: Readonly<Record<string, string | undefined>> = useSearch({ strict: false })
  const page = Math.max(1, Number(search['page']) || 1)
  const dialogs = useDialogs()
  const templates = useTemplates(productId, page)
  const save = useSaveTemplateFile()
  const remove = useDeleteTemplate()
  const [making, setMaking] = useState(false)
  const [opened, setOpened] = useState<TestBedTemplate>()

  async function askDelete(template: TestBedTemplate) {
    const confirmed = await dialogs.confirm({
      title: text('TestTemplate.delete.title'),
      text: text('TestTemplate.delete.text', { name: template.name }),
      confirmLabel: text('Tests.delete.confirm', { name: template.name }),
      cancelLabel: text('Dialog.cancel'),
      destructive: true,
    })
    if (confirmed) remove.mutate(template)
  }

  const columns: Column<TestBedTemplate>[] = [
    {
      id: 'name',
      heading: text('Tests.name'),
      width: 220,
      grows: true,
      namesRow: true,
      renderCell: ({ name, serviceName, latest }) => (
        <NameAndDetail name={name} detail={`${serviceName} ${latest.revision}`} />
      ),
    },
    {
      id: 'columns',
      heading: text('TestTemplate.columns'),
      width: 220,
      grows: true,
      renderCell: ({ latest: { inputs, outputs } }) =>
        [inputs ?? text('TestTemplate.allInputs'), outputs ?? text('TestTemplate.allOutputs')].flat().join(', '),
    },
    {
      id: 'version',
      heading: text('Tests.version'),
      width: 88,
      align: 'end',
      renderCell: ({ latest }) => latest.number,
    },
    {
      id: 'updated',
      heading: text('Tests.updated'),
      width: 148,
      renderCell: ({ updatedAt }) => <RelativeMoment value={updatedAt} />,
    },
    {
      id: 'actions',
      heading: text('Tests.more'),
      width: 132,
      renderCell: (template) => (
        <>
          <ActionIcon
            aria-label={text('TestTemplate.download', { name: template.name })}
            onClick={() => save.mutate({ template })}
          >
            <IconDownload />
          </ActionIcon>
          <ActionIcon
            aria-label={text('TestTemplate.versionsOf', { name: template.name })}
            onClick={() => setOpened(template)}
          >
            <IconHistory />
          </ActionIcon>
          {mayEdit && (
            <ActionIcon
              aria-label={text('Tests.delete.confirm', { name: template.name })}
              onClick={() => void askDelete(template)}
            >
              <IconTrash />
            </ActionIcon>
          )}
        </>
      ),
    },
  ]
  if (templates.isError) return <FailureState error={templates.error} onRetry={() => void templates.refetch()} />
  const add = mayEdit && (
    <Button variant="default" leftSection={<IconPlus />} onClick={() => setMaking(true)}>
      {text('TestTemplate.new')}
    </Button>
  )
  const count = templates.data?.count ?? 0
  return (
    <>
      {count > 0 && <div>{add}</div>}
      <DataTable
        id="test-templates"
        label={text('TestTemplate.title')}
        columns={columns}
        rows={templates.data?.items}
        rowKey={({ id }) => id}
        skeletonRows={pageSize}
        empty={
          <EmptyState
            icon={<IconTable />}
            title={text('TestTemplate.empty.title')}
            text={text('TestTemplate.empty.text')}
            action={add}
          />
        }
      />
      {count > pageSize && (
        <Pager
          page={page}
          pageSize={pageSize}
          count={count}
          onChange={(next) => void navigate({ to: pathname, search: { page: String(next) } })}
        />
      )}
      {making && <TemplateDialog productId={productId} onClose={() => setMaking(false)} />}
      {opened !== undefined && (
        <TemplateVersionsDialog template={opened} mayEdit={mayEdit} onClose={() => setOpened(undefined)} />
      )}
    </>
  )
}
