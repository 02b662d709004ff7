import { Stack, Switch, Text } from '@mantine/core'
import { type AreaFlag, areaFlags } from '@sheetwright/contract/system/area-flags.ts'
import type { Configuration } from '@sheetwright/contract/system/configuration.ts'
import { IconCheck, IconMinus } from '@tabler/icons-react'
import type { MessageId } from '../../../platform/messages/load-messages.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { useAppState } from '../../../platform/store/use-app-store.ts'
import { FactTable } from '../../../ui/FactTable.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { LoadingBlock } from '../../../ui/LoadingBlock.tsx'
import { Panel } from '../../../ui/page/Panel.tsx'
import { StatusChip } from '../../../ui/StatusChip.tsx'
import { useSaveConfiguration } from '../mutations.ts'
import { useConfigurationFlags } from '../queries.ts'

const areaNames: Readonly<Record<AreaFlag, MessageId>> = {
  ShowUsageDetails: 'Area.ShowUsageDetails',
  ShowSDKGenerator: 'Area.ShowSDKGenerator',
  ShowIngeniumConfiguration: 'Area.ShowIngeniumConfiguration',
  ShowConfigurationFiles: 'Area.ShowConfigurationFiles',
  ShowTemplates: 'Area.ShowTemplates',
  ShowCategories: 'Area.ShowCategories',
  ShowDataDictionary: 'Area.ShowDataDictionary',
  ShowInsights: 'Area.ShowInsights',
}

/** The tenant's areas; supervisors enable and disable them. */
export function AreaFlags() {
  const text = useText()
  const { permissions } = useAppState()
  const flags = useConfigurationFlags()
  if (flags.isError) return <FailureState error={flags.error} onRetry={() => void flags.refetch()} />
  if (flags.isPending) return <LoadingBlock />
  return (
    <Panel title={text('System.areas')}>
      {permissions.administrate ? <Switches flags={flags.data} /> : <States flags={flags.data} />}
    </Panel>
  )
}

function Switches({ flags }: { flags: Configuration }) {
  const text = useText()
  const save = useSaveConfiguration()
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {text('Area.about')}
      </Text>
      {areaFlags.map((flag) => {
        const available = flags.available.includes(flag)
        return (
          <Switch
            key={flag}
            label={text(areaNames[flag])}
            description={available ? undefined : text('Area.absent')}
            checked={flags[flag]}
            disabled={!available || save.isPending}
            onChange={(event) =>
              save.mutate(
                { [flag]: event.currentTarget.checked },
                { onSuccess: () => toastSuccess(text('Area.saved')) },
              )
            }
          />
        )
      })}
    </Stack>
  )
}

function States({ flags }: { flags: Configuration }) {
  const text = useText()
  return (
    <FactTable
      label={text('System.areas')}
      facts={areaFlags.map((flag) => ({
        name: text(areaNames[flag]),
        value: flags[flag] ? (
          <StatusChip tone="accent" icon={<IconCheck />}>
            {text('Area.on')}
          </StatusChip>
        ) : (
          <StatusChip tone="neutral" icon={<IconMinus />}>
            {text('Area.off')}
          </StatusChip>
        ),
      }))}
    />
  )
}
