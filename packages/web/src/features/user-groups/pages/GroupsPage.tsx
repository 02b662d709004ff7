import { ActionIcon, Button, Menu } from '@mantine/core'
import { ApiError } from '@sheetwright/contract/api-error.ts'
import { userGroupPageSize } from '@sheetwright/contract/user-groups/user-group.ts'
import { IconDots, IconDownload, IconPlus, IconSearchOff, IconSettings, IconTrash } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { useDialogs } from '../../../ui/feedback/dialogs.ts'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { useAlertFailure } from '../../../ui/feedback/use-alerts.ts'
import { FilterBar } from '../../../ui/page/FilterBar.tsx'
import { Page } from '../../../ui/page/Page.tsx'
import { PageTrail } from '../../../ui/page/PageTrail.tsx'
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx'
import { Pager } from '../../../ui/table/Pager.tsx'
import { useDeleteGroup, useExportGroups } from '../mutations.ts'
import { GroupRulesDialog } from '../parts/GroupRulesDialog.tsx'
import { NewGroupDialog } from '../parts/NewGroupDialog.tsx'
import { type RuledGroup, useGroups } from '../queries.ts'

/** The organisation's groups and the rules for their members. */
export function GroupsPage() {
  const text = useText()
  const navigate = useNavigate()
  const search: Readonly<Record<string, string | undefined>> = useSearch({ strict: false })
  const [editing, setEditing] = useState<RuledGroup>()
  const [adding, setAdding] = useState(false)
  const remove = useConfirmedDelete()
  const exporting = useExportGroups()
  const query = search['query'] ?? ''
  const page = Math.max(1, Math.trunc(Number(search['page'])) || 1)
  const groups = useGroups(query, page)
  const show = (next: Record<string, string>) =>
    void navigate({ to: '/admin/groups', search: next, replace: !('page' in next) })

  const columns: Column<RuledGroup>[] = [
    {
      id: 'label',
      heading: text('Users.group'),
      width: 260,
      grows: true,
      namesRow: true,
      renderCell: ({ userGroup }) => <span className="mono">{userGroup}</span>,
    },
    {
      id: 'role',
      heading: text('Groups.role'),
      width: 140,
      renderCell: ({ userGroup }) => text(userGroup.startsWith('supervisor:') ? 'Role.supervisor' : 'Role.user'),
    },
    {
      id: 'members',
      heading: text('Groups.members'),
      width: 110,
      align: 'end',
      renderCell: ({ members }) => <span className="mono">{members}</span>,
    },
    {
      id: 'rules',
      heading: text('Groups.rules'),
      width: 150,
      renderCell: (group) => text('Groups.ruleCount', { count: countRules(group) }),
    },
    {
      id: 'actions',
      heading: text('Product.actionsColumn'),
      headingHidden: true,
      width: 52,
      align: 'end',
      renderCell: (group) => (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon size="sm" aria-label={text('Product.actionsOf', { name: group.userGroup })}>
              <IconDots />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconSettings />} onClick={() => setEditing(group)}>
              {text('Groups.editRules')}
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item c="var(--sw-fail)" leftSection={<IconTrash />} onClick={() => void remove(group)}>
              {text('Groups.delete')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      ),
    },
  ]
  return (
    <Page
      title={text('Navigation.groups')}
      count={groups.data?.count}
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconDownload />}
            loading={exporting.isPending}
            onClick={() => exporting.mutate()}
          >
            {text('Groups.export')}
          </Button>
          <Button leftSection={<IconPlus />} onClick={() => setAdding(true)}>
            {text('Groups.add')}
          </Button>
        </>
      }
    >
      <PageTrail
        items={[
          { label: text('Navigation.administration'), to: '/admin/explorer/home' },
          { label: text('Navigation.groups') },
        ]}
      />
      <FilterBar
        searchLabel={text('Groups.search')}
        search={query}
        onSearch={(words) => show(words === '' ? {} : { query: words })}
      />
      {groups.isError ? (
        <FailureState error={groups.error} onRetry={() => void groups.refetch()} />
      ) : (
        <DataTable
          id="groups"
          label={text('Navigation.groups')}
          columns={columns}
          rows={groups.data?.items}
          rowKey={(group) => group.userGroup}
          skeletonRows={5}
          onOpen={setEditing}
          empty={
            <EmptyState
              icon={<IconSearchOff />}
              title={text('Groups.noMatch.title')}
              text={text('Groups.noMatch.text', { query })}
            />
          }
        />
      )}
      {groups.data !== undefined && groups.data.count > userGroupPageSize && (
        <Pager
          page={page}
          pageSize={userGroupPageSize}
          count={groups.data.count}
          onChange={(next) => show({ ...(query === '' ? {} : { query }), page: String(next) })}
        />
      )}
      {editing !== undefined && <GroupRulesDialog group={editing} onClose={() => setEditing(undefined)} />}
      {adding && <NewGroupDialog onClose={() => setAdding(false)} />}
    </Page>
  )
}

function countRules({ settings }: RuledGroup): number {
  return settings.moduleRules.flatMap(({ rules }) => rules.filter(({ ruleValue }) => ruleValue !== null)).length
}

function useConfirmedDelete(): (group: RuledGroup) => Promise<void> {
  const text = useText()
  const dialogs = useDialogs()
  const alertFailure = useAlertFailure()
  const remove = useDeleteGroup()
  return async ({ userGroup: group }) => {
    const confirmed = await dialogs.confirm({
      title: text('Groups.delete'),
      text: text('Groups.delete.text', { group }),
      confirmLabel: text('Groups.delete.confirm', { group }),
      cancelLabel: text('Dialog.cancel'),
      destructive: true,
    })
    if (!confirmed) return
    remove.mutate(group, {
      onSuccess: () => toastSuccess(text('Groups.deleted', { group })),
      onError(error) {
        const inUse = error instanceof ApiError && error.code === 'CONFLICT'
        if (inUse) void dialogs.inform({ title: text('Groups.delete'), text: text('Groups.inUse', { group }) })
        else alertFailure(error)
      },
    })
  }
}
