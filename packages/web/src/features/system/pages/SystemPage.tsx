import { useNavigate, useSearch } from '@tanstack/react-router'
import { useText } from '../../../platform/messages/use-text.ts'
import { useAppState } from '../../../platform/store/use-app-store.ts'
import { Page } from '../../../ui/page/Page.tsx'
import { PageTrail } from '../../../ui/page/PageTrail.tsx'
import { PageTabs } from '../../../ui/navigation/PageTabs.tsx'
import { Outbox } from '../../mail/parts/Outbox.tsx'
import { AreaFlags } from '../parts/AreaFlags.tsx'
import { Diagnostics } from '../parts/Diagnostics.tsx'
import { TenantSettings } from '../parts/TenantSettings.tsx'
import { ReleaseFacts } from '../parts/ReleaseFacts.tsx'

/** The release, for everybody; the server's state, mail and areas, for supervisors. */
export function SystemPage() {
  const text = useText()
  const navigate = useNavigate()
  const { permissions } = useAppState()
  const { tab } = useSearch({ strict: false }) as Readonly<Record<string, string | undefined>>
  const tabs = [
    ...(permissions.administrate
      ? [
          { id: 'diagnostics', label: text('System.diagnostics'), content: <Diagnostics /> },
          { id: 'tenant', label: text('System.tenant'), content: <TenantSettings /> },
          { id: 'outbox', label: text('Outbox.title'), content: <Outbox /> },
        ]
      : []),
    { id: 'release', label: text('System.release'), content: <ReleaseFacts /> },
    ...(permissions.administrate ? [{ id: 'areas', label: text('System.areas'), content: <AreaFlags /> }] : []),
  ]
  const current = tabs.find((one) => one.id === tab) ?? tabs[0]
  return (
    <Page title={text('Navigation.system')}>
      <PageTrail
        items={[
          { label: text('Navigation.administration'), to: '/admin/explorer/home' },
          { label: text('Navigation.system') },
        ]}
      />
      <PageTabs
        label={text('Navigation.system')}
        tabs={tabs}
        scrolls
        current={current?.id ?? ''}
        onChange={(id) => void navigate({ to: '/admin', search: { tab: id } })}
      />
    </Page>
  )
}
