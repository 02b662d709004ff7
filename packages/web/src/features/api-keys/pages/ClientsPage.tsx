import { ActionIcon, Button, Group, Text, Tooltip } from '@mantine/core'
import type { ApiClient } from '@sheetwright/contract/api-keys/api-client.ts'
import { IconEdit, IconKey, IconPlugConnected, IconPlus, IconSearchOff, IconTrash } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { useDialogs } from '../../../ui/feedback/dialogs.ts'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { RelativeMoment } from '../../../ui/Moment.tsx'
import { NameAndDetail } from '../../../ui/NameAndDetail.tsx'
import { FilterBar } from '../../../ui/page/FilterBar.tsx'
import { Page } from '../../../ui/page/Page.tsx'
import { PageTrail } from '../../../ui/page/PageTrail.tsx'
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx'
import { Pager } from '../../../ui/table/Pager.tsx'
import { useDeleteClient } from '../mutations.ts'
import { ClientDialog } from '../parts/ClientDialog.tsx'
import { ClientKeysDialog } from '../parts/ClientKeysDialog.tsx'
import { isUsable } from '../parts/KeyState.tsx'
import { useApiClients } from '../queries.ts'

type Opened = { readonly kind: 'new' } | { readonly kind: 'change' | 'keys'; readonly id: string }

const pageSize = 20

/** The API clients: the owner of each, its keys, what it may use, and its latest use. */
export function ClientsPage() {
  const text = useText()
  const navigate = useNavigate()
  const search: Readonly<Record<string, string | undefined>> = useSearch({ strict: false })
  const [opened, setOpened] = useState<Opened>()
  const remove = useConfirmedDelete()
  const name = search['name'] ?? ''
  const page = Math.max(1, Math.trunc(Number(search['page'])) || 1)
  const clients = useApiClients({ page, pageSize, search: name === '' ? [] : [{ field: 'name', value: name }] })
  const show = (next: Record<string, string>) =>
    void navigate({ to: '/admin/clients', search: next, replace: !('page' in next) })
  const chosen =
    opened === undefined || opened.kind === 'new' ? undefined : clients.data?.items.find(({ id }) => id === opened.id)
  const add = (
    <Button leftSection={<IconPlus />} onClick={() => setOpened({ kind: 'new' })}>
      {text('Clients.new')}
    </Button>
  )
  const columns: Column<ApiClient>[] = [
    {
      id: 'name',
      heading: text('Product.name'),
      width: 120,
      grows: true,
      namesRow: true,
      renderCell: (client) => <NameAndDetail name={client.name} detail={client.group} />,
    },
    {
      id: 'owner',
      heading: text('Clients.owner'),
      width: 120,
      renderCell: ({ owner, contact }) => <NameAndDetail name={owner} detail={contact} />,
    },
    {
      id: 'reach',
      heading: text('ApiKeys.limits'),
      width: 100,
      renderCell: (client) => <Limits client={client} />,
    },
    {
      id: 'keys',
      heading: text('Clients.keys'),
      width: 58,
      align: 'end',
      renderCell: ({ keys }) => text('Page.count', { count: keys.filter(isUsable).length }),
    },
    {
      id: 'calls',
      heading: text('Clients.calls'),
      width: 92,
      align: 'end',
      renderCell: ({ calls }) => text('Page.count', { count: calls }),
    },
    {
      id: 'errors',
      heading: text('Clients.errors'),
      width: 66,
      align: 'end',
      renderCell: ({ errors }) => text('Page.count', { count: errors }),
    },
    {
      id: 'used',
      heading: text('ApiKeys.lastUsed'),
      width: 86,
      renderCell: ({ lastUsedAt }) =>
        lastUsedAt === null ? <Dimmed>{text('Users.never')}</Dimmed> : <RelativeMoment value={lastUsedAt} />,
    },
    {
      id: 'actions',
      heading: text('Product.actionsColumn'),
      headingHidden: true,
      width: 116,
      align: 'end',
      renderCell: (client) => (
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          <ActionIcon
            size="sm"
            aria-label={text('Clients.keysOf', { name: client.name })}
            onClick={() => setOpened({ kind: 'keys', id: client.id })}
          >
            <IconKey />
          </ActionIcon>
          <ActionIcon
            size="sm"
            aria-label={text('Clients.change', { name: client.name })}
            onClick={() => setOpened({ kind: 'change', id: client.id })}
          >
            <IconEdit />
          </ActionIcon>
          <ActionIcon
            size="sm"
            aria-label={text('Clients.delete.confirm', { name: client.name })}
            onClick={() => void remove(client)}
          >
            <IconTrash />
          </ActionIcon>
        </Group>
      ),
    },
  ]
  return (
    <Page title={text('Navigation.clients')} count={clients.data?.count} actions={add}>
      <PageTrail
        items={[
          { label: text('Navigation.administration'), to: '/admin/explorer/home' },
          { label: text('Navigation.clients') },
        ]}
      />
      <FilterBar
        searchLabel={text('Clients.search')}
        search={name}
        onSearch={(words) => show(words === '' ? {} : { name: words })}
      />
      {clients.isError ? (
        <FailureState error={clients.error} onRetry={() => void clients.refetch()} />
      ) : (
        <DataTable
          id="api-clients"
          label={text('Navigation.clients')}
          columns={columns}
          rows={clients.data?.items}
          rowKey={({ id }) => id}
          skeletonRows={5}
          empty={
            name === '' ? (
              <EmptyState
                icon={<IconPlugConnected />}
                title={text('Clients.empty.title')}
                text={text('Clients.empty.text')}
                action={add}
              />
            ) : (
              <EmptyState
                icon={<IconSearchOff />}
                title={text('Clients.noMatch.title')}
                text={text('Clients.noMatch.text', { name })}
              />
            )
          }
        />
      )}
      {clients.data !== undefined && clients.data.count > pageSize && (
        <Pager
          page={page}
          pageSize={pageSize}
          count={clients.data.count}
          onChange={(next) => show({ ...(name === '' ? {} : { name }), page: String(next) })}
        />
      )}
      {opened?.kind === 'new' && <ClientDialog onClose={() => setOpened(undefined)} />}
      {opened?.kind === 'change' && chosen !== undefined && (
        <ClientDialog client={chosen} onClose={() => setOpened(undefined)} />
      )}
      {opened?.kind === 'keys' && chosen !== undefined && (
        <ClientKeysDialog client={chosen} onClose={() => setOpened(undefined)} />
      )}
    </Page>
  )
}

/** What a client may use and how often; the whole list on hover. */
function Limits({ client: { products, engines, requestsPerMinute } }: { readonly client: ApiClient }) {
  const text = useText()
  const reached = [...(products ?? []), ...(engines ?? [])].map(({ name }) => name)
  const parts = [
    ...(products === null && engines === null ? [] : [text('ApiKeys.reachCount', { count: reached.length })]),
    ...(requestsPerMinute === null ? [] : [text('Clients.perMinute', { count: requestsPerMinute })]),
  ]
  if (parts.length === 0) return <Dimmed>{text('ApiKeys.unlimited')}</Dimmed>
  return (
    <Tooltip label={reached.join(', ')} multiline maw={400} disabled={reached.length === 0}>
      <span>{parts.join(', ')}</span>
    </Tooltip>
  )
}

function Dimmed({ children }: { readonly children: string }) {
  return (
    <Text size="sm" c="dimmed">
      {children}
    </Text>
  )
}

function useConfirmedDelete(): (client: ApiClient) => Promise<void> {
  const text = useText()
  const dialogs = useDialogs()
  const remove = useDeleteClient()
  return async ({ id, name, keys }) => {
    const confirmed = await dialogs.confirm({
      title: text('Clients.delete.title'),
      text: text('Clients.delete.text', { name, count: keys.filter(isUsable).length }),
      confirmLabel: text('Clients.delete.confirm', { name }),
      cancelLabel: text('Dialog.cancel'),
      destructive: true,
    })
    if (confirmed) remove.mutate(id, { onSuccess: () => toastSuccess(text('Clients.deleted', { name })) })
  }
}
