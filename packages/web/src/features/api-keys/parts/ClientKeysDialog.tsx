import { Alert, Button, Checkbox, Group, NumberInput, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ApiClient } from '@sheetwright/contract/api-keys/api-client.ts'
import { keyScope } from '@sheetwright/contract/api-keys/api-key.ts'
import { formatDay } from '../../../platform/messages/dates.ts'
import { errorText } from '../../../platform/messages/error-text.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { CloseFooter } from '../../../ui/feedback/CloseFooter.tsx'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { NameAndDetail } from '../../../ui/NameAndDetail.tsx'
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx'
import { useAddClientKey } from '../mutations.ts'
import { type Scope, scopeNames } from '../scope-names.ts'
import { isUsable, KeyState } from './KeyState.tsx'
import { RevokeButton } from './RevokeButton.tsx'
import { ShownOnce } from './ShownOnce.tsx'
import { useConfirmedRevoke } from './use-confirmed-revoke.ts'

type Key = ApiClient['keys'][number]

/** The keys of a client: create one, replace them with a period of overlap, revoke them. */
export function ClientKeysDialog({ client, onClose }: { readonly client: ApiClient; readonly onClose: () => void }) {
  const text = useText()
  const add = useAddClientKey(client.id)
  const revoke = useConfirmedRevoke()
  const isRotation = client.keys.some(isUsable)
  const form = useForm<{ scopes: Scope[]; overlapHours: number | string }>({
    initialValues: { scopes: ['execute'], overlapHours: 24 },
    validate: { scopes: (scopes) => (scopes.length === 0 ? text('ApiKeys.scopeRequired') : null) },
  })
  if (add.data !== undefined) return <ShownOnce secret={add.data.key} onClose={onClose} />
  const columns: Column<Key>[] = [
    {
      id: 'name',
      heading: text('Product.name'),
      width: 200,
      grows: true,
      namesRow: true,
      renderCell: ({ name, start }) => <NameAndDetail name={name} detail={`${start}…`} />,
    },
    {
      id: 'scopes',
      heading: text('ApiKeys.scopes'),
      width: 120,
      renderCell: ({ scopes }) => scopes.map((scope) => text(scopeNames[scope].name)).join(', '),
    },
    { id: 'state', heading: text('Users.status'), width: 110, renderCell: (key) => <KeyState apiKey={key} /> },
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
      width: 90,
      align: 'end',
      renderCell: (key) => isUsable(key) && <RevokeButton name={key.name} onClick={() => void revoke(key)} />,
    },
  ]
  return (
    <Dialog
      opened
      onClose={onClose}
      size="large"
      title={text('Clients.keysOf', { name: client.name })}
      footer={<CloseFooter onClose={onClose} />}
    >
      <Stack gap="lg">
        <DataTable
          id="client-keys"
          label={text('Clients.keysOf', { name: client.name })}
          columns={columns}
          rows={client.keys}
          rowKey={({ id }) => id}
          skeletonRows={2}
          empty={<Text size="sm">{text('Clients.noKeys')}</Text>}
        />
        <form
          onSubmit={form.onSubmit(({ scopes, overlapHours }) =>
            add.mutate({ scopes, ...(isRotation ? { overlapHours: Number(overlapHours) } : {}) }),
          )}
        >
          <Stack gap="md">
            <Checkbox.Group label={text('ApiKeys.scopes')} required {...form.getInputProps('scopes')}>
              <Group gap="lg" mt="xs">
                {keyScope.options.map((scope) => (
                  <Checkbox key={scope} value={scope} label={text(scopeNames[scope].name)} />
                ))}
              </Group>
            </Checkbox.Group>
            {isRotation && (
              <NumberInput
                label={text('Clients.overlap')}
                description={text('Clients.overlap.about')}
                min={0}
                max={24 * 90}
                {...form.getInputProps('overlapHours')}
              />
            )}
            {add.isError && <Alert color="red">{errorText(text, add.error)}</Alert>}
            <Group justify="flex-end">
              <Button type="submit" loading={add.isPending}>
                {text(isRotation ? 'Clients.rotate' : 'ApiKeys.create')}
              </Button>
            </Group>
          </Stack>
        </form>
      </Stack>
    </Dialog>
  )
}
