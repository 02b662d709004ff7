import { Button, Text, Tooltip } from '@mantine/core'
import type { ResultOf } from '@sheetwright/contract/call.ts'
import type { listApiKeys } from '@sheetwright/contract/api-keys/list-api-keys.ts'
import { IconKey, IconPlus, IconSearchOff } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { formatDay } from '../../../platform/messages/dates.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { RelativeMoment } from '../../../ui/Moment.tsx'
import { NameAndDetail } from '../../../ui/NameAndDetail.tsx'
import { FilterBar } from '../../../ui/page/FilterBar.tsx'
import { Page } from '../../../ui/page/Page.tsx'
import { PageTrail } from '../../../ui/page/PageTrail.tsx'
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx'
import { Pager } from '../../../ui/table/Pager.tsx'
import { isUsable, KeyState } from '../parts/KeyState.tsx'
import { NewKeyDialog } from '../parts/NewKeyDialog.tsx'
import { RevokeButton } from '../parts/RevokeButton.tsx'
import { useConfirmedRevoke } from '../parts/use-confirmed-revoke.ts'
import { useApiKeys } from '../queries.ts'
import { scopeNames } from '../scope-names.ts'

type ApiKey = ResultOf<typeof listApiKeys>['items'][number]

const pageSize = 20

/** The keys of the tenant. */
export function ApiKeysPage() {
  const text = useText()
  const navigate = useNavigate()
  const search: Readonly<Record<string, string | undefined>> = useSearch({ strict: false })
  const [creating, setCreating] = useState(false)
  const revoke = useConfirmedRevoke()
  const name = search['name'] ?? ''
  const page = Math.max(1, Math.trunc(Number(search['page'])) || 1)
  const keys = useApiKeys({ page, pageSize, search: name === '' ? [] : [{ field: 'name', value: name }] })
  const show = (next: Record<string, string>) =>
    void navigate({ to: '/admin/keys', search: next, replace: !('page' in next) })

  const columns: Column<ApiKey>[] = [
    {
      id: 'name',
      heading: text('Product.name'),
      width: 164,
      grows: true,
      namesRow: true,
      renderCell: (key) => <NameAndDetail name={key.name} detail={`${key.start}…`} />,
    },
    { id: 'group', heading: text('Users.group'), width: 132, renderCell: (key) => <Mono>{key.group}</Mono> },
    {
      id: 'scopes',
      heading: text('ApiKeys.scopes'),
      width: 92,
      renderCell: (key) => key.scopes.map((scope) => text(scopeNames[scope].name)).join(', '),
    },
    {
      id: 'limits',
      heading: text('ApiKeys.limits'),
      width: 150,
      renderCell: (key) => <Limits apiKey={key} />,
    },
    { id: 'state', heading: text('Users.status'), width: 100, renderCell: (key) => <KeyState apiKey={key} /> },
    {
      id: 'expires',
      heading: text('ApiKeys.expires'),
      width: 100,
      renderCell: (key) =>
        key.expiresAt === null ? (
          <Dimmed>{text('ApiKeys.noExpiry')}</Dimmed>
        ) : (
          <span>{formatDay(new Date(key.expiresAt))}</span>
        ),
    },
    {
      id: 'used',
      heading: text('ApiKeys.lastUsed'),
      width: 92,
      renderCell: (key) =>
        key.lastUsedAt === null ? <Dimmed>{text('Users.never')}</Dimmed> : <RelativeMoment value={key.lastUsedAt} />,
    },
    {
      id: 'actions',
      heading: text('Product.actionsColumn'),
      headingHidden: true,
      width: 84,
      align: 'end',
      renderCell: (key) => isUsable(key) && <RevokeButton name={key.name} onClick={() => void revoke(key)} />,
    },
  ]
  const newKey = (
    <Button leftSection={<IconPlus />} onClick={() => setCreating(true)}>
      {text('ApiKeys.new')}
    </Button>
  )
  return (
    <Page title={text('Navigation.apiKeys')} count={keys.data?.count} actions={newKey}>
      <PageTrail
        items={[
          { label: text('Navigation.administration'), to: '/admin/explorer/home' },
          { label: text('Navigation.apiKeys') },
        ]}
      />
      <FilterBar
        searchLabel={text('ApiKeys.search')}
        search={name}
        onSearch={(words) => show(words === '' ? {} : { name: words })}
      />
      {keys.isError ? (
        <FailureState error={keys.error} onRetry={() => void keys.refetch()} />
      ) : (
        <DataTable
          id="api-keys"
          label={text('Navigation.apiKeys')}
          columns={columns}
          rows={keys.data?.items}
          rowKey={(key) => key.id}
          skeletonRows={5}
          empty={
            name === '' ? (
              <EmptyState
                icon={<IconKey />}
                title={text('ApiKeys.empty.title')}
                text={text('ApiKeys.empty.text')}
                action={newKey}
              />
            ) : (
              <EmptyState
                icon={<IconSearchOff />}
                title={text('ApiKeys.noMatch.title')}
                text={text('ApiKeys.noMatch.text', { name })}
              />
            )
          }
        />
      )}
      {keys.data !== undefined && keys.data.count > pageSize && (
        <Pager
          page={page}
          pageSize={pageSize}
          count={keys.data.count}
          onChange={(next) => show({ ...(name === '' ? {} : { name }), page: String(next) })}
        />
      )}
      {creating && <NewKeyDialog onClose={() => setCreating(false)} />}
    </Page>
  )
}

/** What a key reaches and from which addresses; the whole list on hover. */
function Limits({ apiKey: { products, engines, addresses } }: { apiKey: ApiKey }) {
  const text = useText()
  const reached = [...(products ?? []), ...(engines ?? [])].map(({ name }) => name)
  const parts = [
    ...(products === null ? [] : [text('ApiKeys.reachCount', { count: reached.length })]),
    ...(addresses === null ? [] : [text('ApiKeys.addressCount', { count: addresses.length })]),
  ]
  if (parts.length === 0) return <Dimmed>{text('ApiKeys.unlimited')}</Dimmed>
  return (
    <Tooltip label={[...reached, ...(addresses ?? [])].join(', ')} multiline maw={400}>
      <span>{parts.join(', ')}</span>
    </Tooltip>
  )
}

function Mono({ children }: { children: string }) {
  return <span className="mono">{children}</span>
}

function Dimmed({ children }: { children: string }) {
  return (
    <Text size="sm" c="dimmed">
      {children}
    </Text>
  )
}
