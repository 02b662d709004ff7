import { Button } from '@mantine/core'
import type { listOwnKeys } from '@sheetwright/contract/api-keys/list-own-keys.ts'
import type { ResultOf } from '@sheetwright/contract/call.ts'
import { formatDay } from '../../../platform/messages/dates.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { FailureState } from '../../../ui/FailureState.tsx'
import { useDialogs } from '../../../ui/feedback/dialogs.ts'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { RelativeMoment } from '../../../ui/Moment.tsx'
import { NameAndDetail } from '../../../ui/NameAndDetail.tsx'
import { Panel } from '../../../ui/page/Panel.tsx'
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx'
import { useRevokeOwnKey } from '../mutations.ts'
import { useOwnKeys } from '../queries.ts'

type OwnKey = ResultOf<typeof listOwnKeys>['items'][number]

/** The command lines that are signed in as the user. */
export function OwnCommandLines() {
  const text = useText()
  const dialogs = useDialogs()
  const keys = useOwnKeys()
  const revoke = useRevokeOwnKey()

  async function signOut({ id, name }: OwnKey) {
    const confirmed = await dialogs.confirm({
      title: text('Device.signOut.title'),
      text: text('Device.signOut.text', { name }),
      confirmLabel: text('Device.signOut.confirm', { name }),
      cancelLabel: text('Dialog.cancel'),
      destructive: true,
    })
    if (confirmed) revoke.mutate(id, { onSuccess: () => toastSuccess(text('Device.signedOut', { name })) })
  }

  const columns: Column<OwnKey>[] = [
    {
      id: 'name',
      heading: text('Product.name'),
      width: 240,
      grows: true,
      namesRow: true,
      renderCell: ({ name, start }) => <NameAndDetail name={name} detail={`${start}…`} />,
    },
    {
      id: 'used',
      heading: text('ApiKeys.lastUsed'),
      width: 120,
      renderCell: ({ lastUsedAt }) =>
        lastUsedAt === null ? text('Users.never') : <RelativeMoment value={lastUsedAt} />,
    },
    {
      id: 'expires',
      heading: text('ApiKeys.expires'),
      width: 110,
      renderCell: ({ expiresAt }) => (expiresAt === null ? text('ApiKeys.noExpiry') : formatDay(new Date(expiresAt))),
    },
    {
      id: 'actions',
      heading: text('Product.actionsColumn'),
      headingHidden: true,
      width: 100,
      align: 'end',
      renderCell: (key) => (
        <Button
          variant="subtle"
          c="var(--sw-fail)"
          size="xs"
          aria-label={text('Device.signOut.confirm', { name: key.name })}
          onClick={() => void signOut(key)}
        >
          {text('Device.signOut')}
        </Button>
      ),
    },
  ]
  if (keys.isError) {
    return (
      <Panel title={text('Device.own')}>
        <FailureState error={keys.error} onRetry={() => void keys.refetch()} />
      </Panel>
    )
  }
  if (keys.data?.count === 0) return <Panel title={text('Device.own')} note={text('Device.own.none')} />
  return (
    <Panel title={text('Device.own')}>
      <DataTable
        id="command-lines"
        label={text('Device.own')}
        columns={columns}
        rows={keys.data?.items}
        rowKey={({ id }) => id}
        skeletonRows={2}
        empty={text('Device.own.none')}
      />
    </Panel>
  )
}
