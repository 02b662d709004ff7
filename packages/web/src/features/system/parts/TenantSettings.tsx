import { Stack, Switch } from '@mantine/core'
import { useText } from '../../../platform/messages/use-text.ts'
import { FailureState } from '../../../ui/FailureState.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { LoadingBlock } from '../../../ui/LoadingBlock.tsx'
import { Panel } from '../../../ui/page/Panel.tsx'
import { BrandSettings } from './BrandSettings.tsx'
import { useSaveTenantSettings } from '../mutations.ts'
import { useTenantSettings } from '../queries.ts'

/** The tenant's policies. */
export function TenantSettings() {
  const text = useText()
  const settings = useTenantSettings()
  const save = useSaveTenantSettings()
  if (settings.isError) return <FailureState error={settings.error} onRetry={() => void settings.refetch()} />
  if (settings.isPending) return <LoadingBlock />
  return (
    <Panel title={text('System.tenant')}>
      <Stack gap="lg">
        <Switch
          label={text('Tenant.publicEngines')}
          description={text('Tenant.publicEnginesRule')}
          checked={settings.data.allowsPublicEngines}
          disabled={save.isPending}
          onChange={(event) =>
            save.mutate(
              { allowsPublicEngines: event.currentTarget.checked },
              { onSuccess: () => toastSuccess(text('Tenant.saved')) },
            )
          }
        />
        <BrandSettings brand={settings.data.brand} />
      </Stack>
    </Panel>
  )
}
