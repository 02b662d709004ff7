import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useText } from '../../platform/messages/use-text.ts'
import type { Permissions } from '../../platform/store/app-state.ts'
import { useAppState } from '../../platform/store/use-app-store.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'

/** Shows the page to holders of the permission; tells others whom to ask. */
export function withPermission(Page: ComponentType, permission: keyof Permissions): ComponentType {
  return function PermissionGate() {
    const text = useText()
    const { permissions } = useAppState()
    if (permissions[permission]) return <Page />
    return (
      <EmptyState
        icon={<IconLock />}
        title={text('NotAllowed.title')}
        text={text('NotAllowed.text')}
        action={
          <Button component={Link} to="/" variant="default">
            {text('NotFound.home')}
          </Button>
        }
      />
    )
  }
}
