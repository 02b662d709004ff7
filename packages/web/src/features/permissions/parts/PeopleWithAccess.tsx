import { Anchor, Avatar, Tooltip } from '@mantine/core'
import { useState } from 'react'
import { accessLevelNames } from '../../../platform/messages/access-level-names.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { FailureState } from '../../../ui/FailureState.tsx'
import { LoadingBlock } from '../../../ui/LoadingBlock.tsx'
import { type Entity, useEntityPermissions } from '../queries.ts'
import { AccessDialog } from './AccessDialog.tsx'
import classes from './PeopleWithAccess.module.css'

/** Number of people that are named; the rest are counted. */
const named = 6

/** Everybody with access to an entity, for those who manage it; the dialog says why and changes it. */
export function PeopleWithAccess({ entity, name, link }: { entity: Entity; name: string; link: string }) {
  const text = useText()
  const [opened, setOpened] = useState(false)
  const permissions = useEntityPermissions(entity)
  if (permissions.isPending) return <LoadingBlock />
  if (permissions.isError) return <FailureState error={permissions.error} onRetry={() => void permissions.refetch()} />
  const { access } = permissions.data
  return (
    <>
      <ul className={classes.people}>
        {access.slice(0, named).map((person) => (
          <li key={person.userId} className={classes.person}>
            <Avatar name={person.name} size="sm" color="petrol" aria-hidden />
            <Tooltip label={person.email}>
              <span className={classes.name}>{person.name}</span>
            </Tooltip>
            <span className={classes.level}>{text(accessLevelNames[person.level])}</span>
          </li>
        ))}
      </ul>
      <Anchor component="button" type="button" size="sm" onClick={() => setOpened(true)}>
        {access.length > named ? text('People.all', { count: access.length }) : text('People.change')}
      </Anchor>
      {opened && <AccessDialog entity={entity} name={name} link={link} onClose={() => setOpened(false)} />}
    </>
  )
}
