import { Badge, Button, CloseButton, Group, Select, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type AccessLevel, accessLevels } from '@sheetwright/contract/permissions/access-level.ts'
import type { PermissionGrant, PersonWithAccess } from '@sheetwright/contract/permissions/get-entity-permissions.ts'
import { IconUser, IconUsersGroup } from '@tabler/icons-react'
import { useState } from 'react'
import { accessLevelNames } from '../../../platform/messages/access-level-names.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { FailureState } from '../../../ui/FailureState.tsx'
import { CloseFooter } from '../../../ui/feedback/CloseFooter.tsx'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { LoadingBlock } from '../../../ui/LoadingBlock.tsx'
import { useSetPermissions } from '../mutations.ts'
import { ShareGroups } from './ShareGroups.tsx'
import { ShareLink } from './ShareLink.tsx'
import { type Entity, useEntityPermissions, usePrincipals } from '../queries.ts'
import classes from './AccessDialog.module.css'

interface AccessDialogProps {
  readonly name: string
  /** The link to the shared entity. */
  readonly link: string
  /** The shared entity; undefined for users who do not manage it. */
  readonly entity: Entity | undefined
  readonly onClose: () => void
}

/** The link to a product or engine, and the access of users and groups to it. Access is given only here. */
export function AccessDialog({ name, link, entity, onClose }: AccessDialogProps) {
  const text = useText()
  return (
    <Dialog opened onClose={onClose} title={text('Share.titleOf', { name })} footer={<CloseFooter onClose={onClose} />}>
      <Stack gap="xl">
        <ShareLink initial={link} />
        {entity !== undefined && (
          <>
            <AddPrincipal entity={entity} />
            <CurrentAccess entity={entity} />
          </>
        )}
      </Stack>
    </Dialog>
  )
}

function AddPrincipal({ entity }: { entity: Entity }) {
  const text = useText()
  const set = useSetPermissions(entity)
  const [search, setSearch] = useState('')
  const [searched] = useDebouncedValue(search, 200)
  const [chosen, setChosen] = useState<string | null>(null)
  const [level, setLevel] = useState<AccessLevel>('view')
  const principals = usePrincipals(entity, chosen === null ? searched : '').data?.principals ?? []
  const choices = principals.map((one) => ({
    value: `${one.type} ${one.id}`,
    label: one.type === 'group' ? one.name : `${one.name} · ${one.email}`,
  }))

  function add() {
    if (chosen === null) return
    const [type, id] = [chosen.slice(0, chosen.indexOf(' ')), chosen.slice(chosen.indexOf(' ') + 1)]
    const principal = type === 'user' ? ({ type, id } as const) : ({ type: 'group', id } as const)
    set.mutate(
      { principals: [{ principal, level }] },
      {
        onSuccess({ totalPrincipalsAdded }) {
          toastSuccess(text('Permissions.added', { count: totalPrincipalsAdded }))
          setChosen(null)
          setSearch('')
        },
      },
    )
  }

  return (
    <Group align="flex-end" wrap="nowrap">
      <Select
        flex={1}
        label={text('Permissions.principal')}
        placeholder={text('Permissions.find')}
        searchable
        data={choices}
        filter={({ options }) => options}
        nothingFoundMessage={text('Palette.nothing')}
        value={chosen}
        searchValue={search}
        onSearchChange={setSearch}
        onChange={setChosen}
      />
      <LevelSelect label={text('Permissions.level')} value={level} onChange={setLevel} />
      <Button disabled={chosen === null} loading={set.isPending} onClick={add}>
        {text('Permissions.add')}
      </Button>
    </Group>
  )
}

function CurrentAccess({ entity }: { entity: Entity }) {
  const text = useText()
  const permissions = useEntityPermissions(entity)
  const set = useSetPermissions(entity)
  if (permissions.isError) {
    return <FailureState error={permissions.error} onRetry={() => void permissions.refetch()} />
  }
  if (permissions.isPending) return <LoadingBlock />
  const change = ({ type, id }: PermissionGrant, level: AccessLevel | null) => {
    const principal = type === 'user' ? ({ type, id } as const) : ({ type, id } as const)
    set.mutate({ principals: [{ principal, level }] })
  }
  return (
    <>
      <section aria-label={text('Permissions.given')}>
        <h3 className={classes.heading}>{text('Permissions.given')}</h3>
        {permissions.data.permissions.length + permissions.data.inherited.length === 0 && (
          <Text size="sm" c="dimmed">
            {text('Permissions.none')}
          </Text>
        )}
        {permissions.data.permissions.map((grant) => (
          <div key={`${grant.type} ${grant.id}`} className={classes.row}>
            {grant.type === 'user' ? <IconUser /> : <IconUsersGroup />}
            <span className={classes.who}>
              <span>{grant.name}</span>
              {grant.email !== '' && <span className={classes.detail}>{grant.email}</span>}
            </span>
            <LevelSelect
              ariaLabel={text('Permissions.levelOf', { name: grant.name })}
              value={grant.level}
              onChange={(level) => change(grant, level)}
            />
            <CloseButton
              aria-label={text('Permissions.remove', { name: grant.name })}
              onClick={() => change(grant, null)}
            />
          </div>
        ))}
        {permissions.data.inherited.map((grant) => (
          <div key={`inherited ${grant.type} ${grant.id}`} className={classes.row}>
            {grant.type === 'user' ? <IconUser /> : <IconUsersGroup />}
            <span className={classes.who}>
              <span>{grant.name}</span>
              <span className={classes.detail}>{text('Permissions.ofProduct')}</span>
            </span>
            <Badge variant="light" tt="none">
              {text(accessLevelNames[grant.level])}
            </Badge>
          </div>
        ))}
      </section>
      {entity.entityType === 'product' && <ShareGroups productId={entity.entityId} />}
      <section aria-label={text('Permissions.access')}>
        <h3 className={classes.heading}>{text('Permissions.access')}</h3>
        {permissions.data.access.map((person) => (
          <div key={person.userId} className={classes.row}>
            <span className={classes.who}>
              <span>{person.name}</span>
              <span className={classes.detail}>{person.email}</span>
            </span>
            <span className={classes.reasons}>
              <Reasons person={person} />
            </span>
            <Badge variant="light" tt="none">
              {text(accessLevelNames[person.level])}
            </Badge>
          </div>
        ))}
      </section>
    </>
  )
}

const reasonNames = {
  owner: 'AccessReason.owner',
  supervisor: 'AccessReason.supervisor',
  user: 'AccessReason.user',
  group: 'AccessReason.group',
} as const

function Reasons({ person }: { person: PersonWithAccess }) {
  const text = useText()
  return person.reasons
    .map(({ kind, group, inherited }) => {
      const reason = text(reasonNames[kind], { group: group ?? '' })
      return inherited ? text('AccessReason.inherited', { reason }) : reason
    })
    .join(text('Permissions.separator'))
}

interface LevelSelectProps {
  readonly label?: string
  readonly ariaLabel?: string
  readonly value: AccessLevel
  readonly onChange: (level: AccessLevel) => void
}

function LevelSelect({ label, ariaLabel, value, onChange }: LevelSelectProps) {
  const text = useText()
  return (
    <Select
      {...(label === undefined ? {} : { label })}
      {...(ariaLabel === undefined ? {} : { 'aria-label': ariaLabel })}
      className={classes.level ?? ''}
      data={accessLevels.map((level) => ({ value: level, label: text(accessLevelNames[level]) }))}
      value={value}
      allowDeselect={false}
      onChange={(level) => {
        const chosen = accessLevels.find((one) => one === level)
        if (chosen !== undefined) onChange(chosen)
      }}
    />
  )
}
