import { ActionIcon, Button, Checkbox, Menu, Select, Text } from '@mantine/core'
import { type User, userPageSize } from '@sheetwright/contract/users/user.ts'
import {
  IconBan,
  IconCircleCheck,
  IconDots,
  IconMail,
  IconPencil,
  IconPlus,
  IconSearchOff,
  IconShieldOff,
  IconUserCheck,
  IconUserOff,
  IconUsersGroup,
} from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { useAppState } from '../../../platform/store/use-app-store.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { useDialogs } from '../../../ui/feedback/dialogs.ts'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { RelativeMoment } from '../../../ui/Moment.tsx'
import { NameAndDetail } from '../../../ui/NameAndDetail.tsx'
import { FilterBar } from '../../../ui/page/FilterBar.tsx'
import { Page } from '../../../ui/page/Page.tsx'
import { PageTrail } from '../../../ui/page/PageTrail.tsx'
import { StatusChip } from '../../../ui/StatusChip.tsx'
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx'
import { Pager } from '../../../ui/table/Pager.tsx'
import { sortFromText, sortToText } from '../../../ui/table/sort.ts'
import { useResetSecondFactor, useSendPasswordLink, useSetUserStatus } from '../mutations.ts'
import { ChangeGroupsDialog } from '../parts/ChangeGroupsDialog.tsx'
import { UserDialog } from '../parts/UserDialog.tsx'
import { useGroupLabels, useUsers } from '../queries.ts'

const sortFields = ['fullName', 'email', 'status', 'lastLogin'] as const

type Search = Readonly<Record<string, string | undefined>>

/** The organisation's users: search, add, change, disable. */
export function UsersPage() {
  const text = useText()
  const navigate = useNavigate()
  const { auth } = useAppState()
  const search: Search = useSearch({ strict: false })
  const [editing, setEditing] = useState<{ user: User | undefined }>()
  const [selected, setSelected] = useState<ReadonlyMap<string, User>>(new Map())
  const [changingGroups, setChangingGroups] = useState(false)
  const changeStatus = useConfirmedStatus()
  const groups = useGroupLabels()
  const page = Math.max(1, Math.trunc(Number(search['page'])) || 1)
  const sort = sortFromText(search['sort'], sortFields)
  const status = search['status'] === 'Enabled' || search['status'] === 'Disabled' ? search['status'] : undefined
  const sortText = sortToText(sort)
  const users = useUsers({
    page,
    pageSize: userPageSize,
    search: search['search'] ?? '',
    ...(sortText === undefined ? {} : { sort: sortText }),
    ...(search['group'] === undefined ? {} : { group: search['group'] }),
    ...(status === undefined ? {} : { status }),
  })

  function select(user: User, on: boolean) {
    const others = [...selected].filter(([id]) => id !== user.id)
    setSelected(new Map(on ? [...others, [user.id, user]] : others))
  }

  function change(part: Search) {
    const next = Object.entries({ ...search, page: undefined, ...part }).filter(([, value]) => value)
    void navigate({ to: '/admin/users', search: Object.fromEntries(next), replace: 'search' in part })
  }

  const columns: Column<User>[] = [
    {
      id: 'select',
      heading: text('Users.selectColumn'),
      headingHidden: true,
      width: 44,
      renderCell: (user) => (
        <Checkbox
          size="xs"
          aria-label={text('Users.select', { name: user.data.FullName })}
          // The groups of an external user come from their identity provider.
          disabled={user.is_external}
          checked={selected.has(user.id)}
          onChange={(event) => select(user, event.currentTarget.checked)}
        />
      ),
    },
    {
      id: 'fullName',
      heading: text('Users.name'),
      width: 132,
      grows: true,
      sortable: true,
      namesRow: true,
      renderCell: (user) => <NameAndDetail name={user.data.FullName} detail={user.data.Position} />,
    },
    { id: 'email', heading: text('Users.email'), width: 172, sortable: true, renderCell: (user) => user.email },
    {
      id: 'groups',
      heading: text('Users.groups'),
      width: 132,
      renderCell: (user) => <span className="mono">{groupNames(user).join(', ')}</span>,
    },
    {
      id: 'level',
      heading: text('Users.level'),
      width: 132,
      renderCell: (user) => text(isSupervisor(user) ? 'Role.supervisor' : 'Role.user'),
    },
    {
      id: 'status',
      heading: text('Users.status'),
      width: 100,
      sortable: true,
      renderCell: (user) => <UserStatus user={user} />,
    },
    {
      id: 'lastLogin',
      heading: text('Users.lastLogin'),
      width: 128,
      sortable: true,
      renderCell: (user) =>
        user.last_login === null ? (
          <Text size="sm" c="dimmed">
            {text('Users.never')}
          </Text>
        ) : (
          <RelativeMoment value={user.last_login} />
        ),
    },
    {
      id: 'actions',
      heading: text('Product.actionsColumn'),
      headingHidden: true,
      width: 48,
      align: 'end',
      renderCell: (user) => (
        <UserMenu
          user={user}
          isSelf={user.id === auth.userId}
          onEdit={() => setEditing({ user })}
          onStatus={() => void changeStatus(user)}
        />
      ),
    },
  ]
  return (
    <Page
      title={text('Navigation.users')}
      count={users.data?.count}
      actions={
        <>
          {selected.size > 0 && (
            <Button variant="default" leftSection={<IconUsersGroup />} onClick={() => setChangingGroups(true)}>
              {text('ChangeGroups.open', { count: selected.size })}
            </Button>
          )}
          <Button leftSection={<IconPlus />} onClick={() => setEditing({ user: undefined })}>
            {text('Users.add')}
          </Button>
        </>
      }
    >
      <PageTrail
        items={[
          { label: text('Navigation.administration'), to: '/admin/explorer/home' },
          { label: text('Navigation.users') },
        ]}
      />
      <FilterBar
        searchLabel={text('Users.search')}
        search={search['search'] ?? ''}
        onSearch={(words) => change({ search: words })}
        filters={
          <>
            <Select
              aria-label={text('Users.group')}
              placeholder={text('Users.anyGroup')}
              data={groups.data ?? []}
              value={search['group'] ?? null}
              onChange={(group) => change({ group: group ?? undefined })}
              clearable
              clearButtonProps={{ 'aria-label': text('FilterBar.clear') }}
            />
            <Select
              aria-label={text('Users.status')}
              placeholder={text('Users.anyStatus')}
              data={[
                { value: 'Enabled', label: text('UserStatus.Enabled') },
                { value: 'Disabled', label: text('UserStatus.Disabled') },
              ]}
              value={status ?? null}
              onChange={(chosen) => change({ status: chosen ?? undefined })}
              clearable
              clearButtonProps={{ 'aria-label': text('FilterBar.clear') }}
            />
          </>
        }
      />
      {users.isError ? (
        <FailureState error={users.error} onRetry={() => void users.refetch()} />
      ) : (
        <DataTable
          id="users"
          label={text('Navigation.users')}
          columns={columns}
          rows={users.data?.users}
          rowKey={(user) => user.id}
          skeletonRows={8}
          sort={sort}
          onSortChange={(chosen) => change({ sort: sortToText(sortFromText(sortToText(chosen), sortFields)) })}
          onOpen={(user) => setEditing({ user })}
          empty={
            <EmptyState
              icon={<IconSearchOff />}
              title={text('Users.noMatch.title')}
              text={text('Users.noMatch.text')}
              action={
                <Button variant="default" onClick={() => void navigate({ to: '/admin/users', search: {} })}>
                  {text('Users.showAll')}
                </Button>
              }
            />
          }
        />
      )}
      {users.data !== undefined && users.data.count > userPageSize && (
        <Pager
          page={page}
          pageSize={userPageSize}
          count={users.data.count}
          onChange={(next) => change({ page: String(next) })}
        />
      )}
      {changingGroups && (
        <ChangeGroupsDialog
          people={[...selected.values()]}
          onClose={() => setChangingGroups(false)}
          onChanged={() => {
            setChangingGroups(false)
            setSelected(new Map())
          }}
        />
      )}
      {editing !== undefined && (
        <UserDialog key={editing.user?.id ?? ''} user={editing.user} onClose={() => setEditing(undefined)} />
      )}
    </Page>
  )
}

/** Groups without the role before the colon, which has its own column. */
function groupNames({ groups }: User): string[] {
  return [...new Set(groups.map((label) => label.slice(label.indexOf(':') + 1)))]
}

function isSupervisor({ groups }: User): boolean {
  return groups.some((label) => label.startsWith('supervisor:'))
}

function UserStatus({ user }: { user: User }) {
  const text = useText()
  const enabled = user.status === 'Enabled'
  return (
    <StatusChip tone={enabled ? 'pass' : 'neutral'} icon={enabled ? <IconCircleCheck /> : <IconBan />}>
      {text(enabled ? 'UserStatus.Enabled' : 'UserStatus.Disabled')}
    </StatusChip>
  )
}

function UserMenu(props: { user: User; isSelf: boolean; onEdit: () => void; onStatus: () => void }) {
  const text = useText()
  const sendLink = useConfirmedLink()
  const resetFactor = useConfirmedFactorReset()
  const enabled = props.user.status === 'Enabled'
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size="sm" aria-label={text('Product.actionsOf', { name: props.user.data.FullName })}>
          <IconDots />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil />} onClick={props.onEdit}>
          {text('Users.edit')}
        </Menu.Item>
        {!props.user.is_external && enabled && (
          <Menu.Item leftSection={<IconMail />} onClick={() => void sendLink(props.user)}>
            {text('Users.sendLink')}
          </Menu.Item>
        )}
        {!props.user.is_external && !props.isSelf && !isSupervisor(props.user) && (
          <Menu.Item leftSection={<IconShieldOff />} onClick={() => void resetFactor(props.user)}>
            {text('Users.resetFactor')}
          </Menu.Item>
        )}
        {!props.isSelf && (
          <Menu.Item
            {...(enabled ? { c: 'var(--sw-fail)' } : {})}
            leftSection={enabled ? <IconUserOff /> : <IconUserCheck />}
            onClick={props.onStatus}
          >
            {text(enabled ? 'Users.disable' : 'Users.enable')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Asks for confirmation, because the mail names the sender. */
function useConfirmedLink(): (user: User) => Promise<void> {
  const text = useText()
  const dialogs = useDialogs()
  const send = useSendPasswordLink()
  return async ({ email, data: { FullName: name } }) => {
    const confirmed = await dialogs.confirm({
      title: text('Users.sendLink'),
      text: text('Users.sendLink.text', { name, email }),
      confirmLabel: text('Users.sendLink.confirm', { name }),
      cancelLabel: text('Dialog.cancel'),
    })
    if (confirmed) send.mutate(email, { onSuccess: () => toastSuccess(text('Users.linkSent', { name })) })
  }
}

function useConfirmedFactorReset(): (user: User) => Promise<void> {
  const text = useText()
  const dialogs = useDialogs()
  const reset = useResetSecondFactor()
  return async ({ id, data: { FullName: name } }) => {
    const confirmed = await dialogs.confirm({
      title: text('Users.resetFactor'),
      text: text('Users.resetFactor.text', { name }),
      confirmLabel: text('Users.resetFactor'),
      cancelLabel: text('Dialog.cancel'),
      destructive: true,
    })
    if (!confirmed) return
    reset.mutate(id, {
      onSuccess: ({ removed }) => toastSuccess(text(removed ? 'Users.factorRemoved' : 'Users.factorMissing', { name })),
    })
  }
}

/** Enables at once; confirms before disabling, because that signs the user out. */
function useConfirmedStatus(): (user: User) => Promise<void> {
  const text = useText()
  const dialogs = useDialogs()
  const setStatus = useSetUserStatus()
  return async (user) => {
    const name = user.data.FullName
    const disable = user.status === 'Enabled'
    const confirmed =
      !disable ||
      (await dialogs.confirm({
        title: text('Users.disable'),
        text: text('Users.disable.text', { name }),
        confirmLabel: text('Users.disable.confirm', { name }),
        cancelLabel: text('Dialog.cancel'),
        destructive: true,
      }))
    if (!confirmed) return
    setStatus.mutate(
      { id: user.id, status: disable ? 'Disabled' : 'Enabled' },
      { onSuccess: () => toastSuccess(text(disable ? 'Users.disabled' : 'Users.enabled', { name })) },
    )
  }
}
